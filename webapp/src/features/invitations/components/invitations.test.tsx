import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { failure, fakeApi } from '@tests/fake-api'
import { expectAccessible, show } from '@tests/render'
import type { Invitation, Invitations } from '@/api/types'
import { InvitationsMatter } from './invitations-matter'

const link: Invitation = {
  id: '5d7a1c52-2f0b-4c0e-8a3d-6f1f0a9c7e21',
  url: 'http://localhost/i/abcdefghijkl',
  shows_name: false,
  created_at: '2026-11-01T12:00:00Z',
  signed_up: 2,
}
const own = (invitations: Invitation[], more: Partial<Invitations> = {}): Invitations => ({
  enabled: true,
  credits: 20,
  days: 14,
  most_rewards_a_month: 5,
  most_open: 3,
  signed_up: 4,
  invitations,
  ...more,
})
const rewards = { 'GET invitation-rewards.php': () => ({ waiting: 1, paid: 2, credits: 40 }) }

test('a member without a link reads the offer and makes one', async () => {
  const bodies: unknown[] = []
  fakeApi({
    ...rewards,
    'GET invitations.php': () => own([]),
    'POST invitations.php': ({ body }) => {
      bodies.push(body)
      return own([link])
    },
  })
  const { user, container } = await show(<InvitationsMatter />)
  expect(await screen.findByText('Credits for each friend')).toBeVisible()
  expect(screen.getByText('20')).toBeVisible()
  expect(screen.getByText('14')).toBeVisible()
  await user.click(screen.getByLabelText('Show my first name to people who open it'))
  await user.click(screen.getByRole('button', { name: 'Make a link' }))
  expect(await screen.findByLabelText('Your link')).toHaveValue(link.url)
  expect(bodies).toEqual([expect.objectContaining({ shows_name: true })])
  expect(await screen.findByText('40')).toBeVisible()
  await expectAccessible(container)
})

test('with three open links no fourth is offered, and a revoked one goes', async () => {
  const ids = ['1', '2', '3']
  fakeApi({
    ...rewards,
    'GET invitations.php': () => own(ids.map((id) => ({ ...link, id }))),
    'DELETE invitations.php': () => {
      ids.pop()
      return {}
    },
  })
  const { user } = await show(<InvitationsMatter />)
  expect(await screen.findAllByLabelText('Your link')).toHaveLength(3)
  expect(screen.queryByRole('button', { name: 'Make a link' })).toBeNull()
  await user.click(screen.getAllByRole('button', { name: 'Revoke link' })[2]!)
  expect(await screen.findByRole('button', { name: 'Make a link' })).toBeVisible()
})

test('a refused link says why', async () => {
  fakeApi({
    ...rewards,
    'GET invitations.php': () => own([]),
    'POST invitations.php': () => failure(409, 'too_many_invitations'),
  })
  const { user } = await show(<InvitationsMatter />)
  await user.click(await screen.findByRole('button', { name: 'Make a link' }))
  expect(await screen.findByText(/three open links already/)).toBeVisible()
})

test('where the site has no invitations, the screen says so', async () => {
  fakeApi({ ...rewards, 'GET invitations.php': () => own([], { enabled: false }) })
  await show(<InvitationsMatter />)
  expect(await screen.findByText('Invitations are not available here at the moment.')).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Make a link' })).toBeNull()
})
