import { screen } from '@testing-library/react'
import { useLocation } from 'react-router'
import { expect, test } from 'vitest'
import { fakeApi } from '@tests/fake-api'
import { aCard, anOwnProfile, aPicture, someLikes } from '@tests/people'
import { expectAccessible, show } from '@tests/render'
import { LikePopup } from './like-popup'

function Address() {
  return <output>{useLocation().search}</output>
}

async function open(at: string, like: unknown) {
  const asked = fakeApi({
    'GET user.php': () => ({ user: { id: 'me' } }),
    'GET profile.php': () => ({ profile: anOwnProfile() }),
    'GET likes.php': () => someLikes({}),
    'GET auto-like.php': () => like,
  })
  const view = await show(
    <>
      <LikePopup />
      <Address />
    </>,
    { at },
  )
  return { asked, ...view }
}

const nobody = { id: null, main_image: null }
const anna = {
  ...aCard({ name: 'Anna' }),
  mutual: false,
  main_image: { ...aPicture('anna-1'), match: '/media/anna-1/800.webp' },
}

test('a new like opens, its buttons lead to the profile, and t leaves the address', async () => {
  const { container, user } = await open('/members?t=0.01&town=3', anna)
  expect(await screen.findByRole('dialog', { name: 'New like!' })).toBeVisible()
  for (const link of screen.getAllByRole('link', { name: 'See Anna’s profile' }))
    expect(link).toHaveAttribute('href', '/members/anna')
  await expect.poll(() => container.querySelector('output')?.textContent).toBe('?town=3')
  await expectAccessible(container)
  await user.click(screen.getByText('Anna likes you.'))
  expect(screen.queryByText('Anna likes you.')).toBeNull()
})

test('a match leads to the profile, too', async () => {
  await open('/members?t=0', { ...anna, mutual: true })
  expect(await screen.findByRole('dialog', { name: 'It’s a match' })).toBeVisible()
  expect(screen.queryByRole('link', { name: 'Say hello' })).toBeNull()
})

test('without a new like nothing opens', async () => {
  const { asked, container } = await open('/members?t=0', nobody)
  await expect.poll(() => asked.some(({ path }) => path === 'auto-like.php')).toBe(true)
  await expect.poll(() => container.querySelector('output')?.textContent).toBe('')
  expect(screen.queryByRole('heading')).toBeNull()
})

test('without t no like is requested', async () => {
  const { asked } = await open('/members', anna)
  expect(asked.some(({ path }) => path === 'auto-like.php')).toBe(false)
})
