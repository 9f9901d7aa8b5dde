import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { failure, fakeApi } from '@tests/fake-api'
import { aCard, anOwnProfile, aProfile, aProfilePhoto } from '@tests/people'
import { expectAccessible, show } from '@tests/render'
import type { Card } from '@/api/types'
import { useProfile } from '@/features/members/api/use-profile'
import { ClosedProfile } from './closed-profile'
import { ProfileView } from './profile-view'

const own = anOwnProfile({ id: 'me', name: 'Jonas', interests: ['coffee', 'dogs'], seeks: ['female'] })

function Screen({ card }: { card: Partial<Card> }) {
  const { data: profile, error, mutate } = useProfile('anna')
  if (error) return <ClosedProfile error={error} onRetry={() => void mutate()} />
  return (
    <ProfileView
      card={aCard(card)}
      profile={profile}
      actions={<a href="/chat">Send message</a>}
      ownAction={<a href="/profile">Edit</a>}
    />
  )
}

async function open(answer: unknown, more: Parameters<typeof fakeApi>[0] = {}, card: Partial<Card> = {}) {
  const asked = fakeApi({
    'GET user.php': () => ({ user: { id: 'me', name: 'Jonas' } }),
    'GET settings.php': () => ({ settings: { fictional_warning: true, support_email: 'support@pairwise.example' } }),
    'GET profile.php': ({ query }) => (query.get('id') ? answer : { profile: own }),
    ...more,
  })
  return { asked, ...(await show(<Screen card={card} />)) }
}

test('shared traits come first, and empty ones are left out', async () => {
  const { container } = await open({
    profile: aProfile({
      about: 'I bake.',
      interests: ['cats', 'coffee'],
      eye_colour: 'green',
      hair_colour: null,
      town: 'Zeist',
    }),
  })
  const shared = await screen.findByRole('heading', { name: 'You and Anna share' })
  const about = screen.getByRole('heading', { name: 'About Anna' })
  expect(shared.compareDocumentPosition(about)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
  expect(shared.parentElement).toHaveTextContent('Coffee')
  expect(shared.parentElement).not.toHaveTextContent('Cats')
  expect(screen.getByText('Green')).toBeVisible()
  expect(screen.queryByText('Hair')).toBeNull()
  await expectAccessible(container)
})

test('fictional and demonstration profiles are called so', async () => {
  await open(
    { profile: aProfile({ fictional: true, demonstration: true }) },
    {},
    { fictional: true, demonstration: true },
  )
  expect(await screen.findByText(/Anna is a fictional profile/)).toBeVisible()
  expect(screen.getByText(/Anna is a demo profile/)).toBeVisible()
})

test('the gallery turns by key and button and shows its position', async () => {
  const photos = [aProfilePhoto('a'), aProfilePhoto('b'), { locked: true as const, src: '/media/c/locked.webp' }]
  const { user, container } = await open({ profile: aProfile({ photos, photo_count: 3 }) })
  await user.click(await screen.findByRole('button', { name: 'Open photo 2 of 3' }))
  const viewer = await screen.findByRole('dialog', { name: 'Photos of Anna' })
  expect(within(viewer).getByRole('status')).toHaveTextContent('Photo 2 of 3')
  await user.keyboard('{ArrowRight}')
  expect(within(viewer).getByRole('status')).toHaveTextContent('Photo 3 of 3')
  expect(within(viewer).getByRole('link', { name: 'Get premium' })).toHaveAttribute('href', '/premium')
  await expectAccessible(container)
  await user.click(within(viewer).getByRole('button', { name: 'Next photo' }))
  expect(within(viewer).getByRole('status')).toHaveTextContent('Photo 1 of 3')
  await user.click(within(viewer).getByRole('button', { name: 'Close' }))
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('blocking is asked first, done once and can be undone', async () => {
  const { user, asked } = await open(
    { profile: aProfile() },
    { 'POST block.php': () => ({ profile_id: 'anna' }), 'DELETE block.php': () => ({}) },
  )
  await screen.findByRole('heading', { name: 'Something wrong?' })
  await user.click(screen.getByRole('button', { name: 'Block Anna' }))
  await user.click(
    within(await screen.findByRole('dialog', { name: 'Block Anna?' })).getByRole('button', { name: 'Block Anna' }),
  )
  expect(await screen.findByText('You blocked Anna')).toBeVisible()
  expect(asked.filter(({ method }) => method === 'POST').map(({ body }) => body)).toEqual([
    { id: expect.any(String), profile_id: 'anna' },
  ])
  expect(screen.queryByRole('link', { name: 'Send message' })).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Unblock Anna' }))
  expect(await screen.findByRole('link', { name: 'Send message' })).toBeVisible()
})

test('a report opens the complaint form with its member', async () => {
  await open({ profile: aProfile() })
  await screen.findByRole('heading', { name: 'Something wrong?' })
  expect(screen.getByRole('link', { name: 'Report Anna' })).toHaveAttribute('href', '/complaints?about=anna')
})

test('a blocked member sees who blocked them', async () => {
  const { container } = await open(failure(403, 'blocked', { name: 'Anna' }))
  expect(await screen.findByRole('heading', { level: 2, name: 'You’re blocked by Anna' })).toBeVisible()
  await expectAccessible(container)
})

test('a profile that is not there offers others', async () => {
  await open(failure(404, 'not_found'))
  expect(await screen.findByRole('heading', { level: 2, name: 'This profile isn’t available' })).toBeVisible()
  expect(screen.getByRole('link', { name: 'Search members' })).toHaveAttribute('href', '/members')
})
