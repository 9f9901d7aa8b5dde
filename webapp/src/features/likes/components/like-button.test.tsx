import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { failure, fakeApi } from '@tests/fake-api'
import { aCard, someLikes } from '@tests/people'
import { expectAccessible, show } from '@tests/render'
import { createAnnouncements } from '@/features/likes/model/announcements'
import { LikeButton } from './like-button'

const anna = aCard({ id: 'anna-of-this-test' })

async function shown(answers: Parameters<typeof fakeApi>[0]) {
  const asked = fakeApi({
    'GET user.php': () => ({ user: { id: 'me' } }),
    'GET likes.php': () => someLikes({}),
    ...answers,
  })
  const view = await show(<LikeButton card={anna} />)
  await waitFor(() => expect(asked.some(({ path }) => path === 'likes.php')).toBe(true))
  return { asked, button: screen.getByRole('button', { name: 'Like Anna' }), ...view }
}

test('a like is pressed at once and taken back by the same button', async () => {
  const { asked, button, user, container } = await shown({
    'POST like.php': () => ({ profile_id: anna.id, match: false }),
    'DELETE like.php': () => ({}),
  })
  await user.click(button)
  expect(button).toHaveAttribute('aria-pressed', 'true')
  await user.click(button)
  expect(button).toHaveAttribute('aria-pressed', 'false')
  await waitFor(() => expect(asked.map(({ method, path }) => `${method} ${path}`)).toContain('DELETE like.php'))
  expect(asked.find(({ method }) => method === 'POST')?.body).toEqual({ id: expect.any(String), profile_id: anna.id })
  await expectAccessible(container)
})

test('a failed like is undone and reported', async () => {
  const { button, user } = await shown({ 'POST like.php': () => failure(500, 'internal') })
  await user.click(button)
  expect(await screen.findByText('An error occurred, please try again later')).toBeVisible()
  expect(button).toHaveAttribute('aria-pressed', 'false')
})

test('a like that is answered is a match', async () => {
  const { button, user, singletons } = await shown({ 'POST like.php': () => ({ profile_id: anna.id, match: true }) })
  await user.click(button)
  await waitFor(() => expect(singletons.get(createAnnouncements).current()).toBe(anna.id))
})
