import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { failure, fakeApi, lastBody } from '@tests/fake-api'
import { expectAccessible, show } from '@tests/render'
import { ConfirmationQueue } from './confirmation-queue'

const undecided = {
  decision_id: 'd1',
  member_id: 'ann',
  member_name: 'Ann',
  measure: 'suspend',
  reason: 'fraud',
  ground: 'terms',
  facts: 'She asked three members for money.',
  decided_at: '2026-06-01T12:00:00Z',
  decided_by: 'Mo',
  expires_at: '2026-06-15T12:00:00Z',
  final_until: null,
  large_src: null,
  can_confirm: true,
}

test('the second person sees the first one and the reasons, and confirms', async () => {
  let decisions = [undecided]
  const asked = fakeApi({
    'GET staff-confirmations.php': () => ({ decisions }),
    'POST staff-confirmations.php': () => {
      decisions = []
      return {}
    },
  })
  const { user, container } = await show(<ConfirmationQueue />)

  expect(await screen.findByText(/Decided by Mo/)).toBeVisible()
  expect(screen.getByText('She asked three members for money.')).toBeVisible()
  expect(screen.getByText('If you confirm, the account is suspended for good.')).toBeVisible()
  await expectAccessible(container)
  await user.click(screen.getByRole('button', { name: 'Confirm' }))

  expect(await screen.findByText('No decision is waiting for a second person')).toBeVisible()
  const [sent] = asked.filter(({ method }) => method === 'POST')
  expect(sent!.body).toMatchObject({ decision_id: 'd1', confirmed: true })
  expect(sent!.body).not.toHaveProperty('facts')
})

test('not confirming takes a reason', async () => {
  const asked = fakeApi({
    'GET staff-confirmations.php': () => ({ decisions: [undecided] }),
    'POST staff-confirmations.php': () => ({}),
  })
  const { user, container } = await show(<ConfirmationQueue />)
  await user.click(await screen.findByRole('button', { name: 'Don’t confirm' }))
  await expectAccessible(container)
  const why = screen.getByLabelText('Why not?')
  expect(why).toHaveFocus()
  await user.click(screen.getByRole('button', { name: 'Lift the decision' }))
  expect(asked.filter(({ method }) => method === 'POST')).toEqual([])

  await user.type(why, ' She joked. ')
  await user.click(screen.getByRole('button', { name: 'Lift the decision' }))

  const [sent] = asked.filter(({ method }) => method === 'POST')
  expect(sent!.body).toMatchObject({ decision_id: 'd1', confirmed: false, facts: 'She joked.' })
})

test('a person involved sees that somebody else confirms', async () => {
  fakeApi({
    'GET staff-confirmations.php': () => ({ decisions: [{ ...undecided, reports: ['r1'], can_confirm: false }] }),
  })
  await show(<ConfirmationQueue />)

  expect(await screen.findByText('You’re part of this, so somebody else confirms it.')).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Confirm' })).toBeNull()
  expect(screen.queryByRole('button', { name: 'Show the reports' })).toBeNull()
})

test('a picture in quarantine is blurred until it is asked for', async () => {
  const picture = {
    ...undecided,
    measure: 'reject_photo',
    reason: 'illegal',
    facts: null,
    large_src: '/media/x/800.webp',
  }
  fakeApi({
    'GET staff-confirmations.php': () => ({ decisions: [picture] }),
    'POST staff-confirmations.php': () => failure(409, 'already_decided'),
  })
  const { user, container } = await show(<ConfirmationQueue />)

  expect(await screen.findByAltText('Photo of Ann')).toHaveAttribute('src', '/media/x/800.webp')
  expect(screen.getByRole('button', { name: 'Show photo' })).toBeVisible()
  expect(screen.getByText('Reason: It’s against the law.')).toBeVisible()
  await expectAccessible(container)
  await user.click(screen.getByRole('button', { name: 'Confirm' }))
  await waitFor(() => expect(screen.getByText(/If you confirm, the picture is deleted/)).toBeVisible())
})

const report = {
  kind: 'profile',
  reporter_id: 'bo',
  reporter_name: 'Bo',
  about_id: 'ann',
  about_name: 'Ann',
  reason: 'fraud',
  language: 'en',
  made_at: '2026-05-31T12:00:00Z',
  outcome: 'acted',
  evidence: [],
  duplicates: [],
  rules: [],
}

test('the second person reads what led to the decision without leaving it', async () => {
  const asked = fakeApi({
    'GET staff-confirmations.php': () => ({ decisions: [{ ...undecided, reports: ['r1'] }] }),
    'POST staff-access.php': () => ({}),
    'GET staff-member.php': () => ({
      member: {
        complaints: [
          { ...report, id: 'r2', number: 2, text: 'Another matter.' },
          { ...report, id: 'r1', number: 1, text: 'She wants 300 euros.' },
        ],
      },
    }),
  })
  const { user, container } = await show(<ConfirmationQueue />)
  const button = await screen.findByRole('button', { name: 'Show the reports' })
  // The look is recorded, so nothing is asked for before it is wanted.
  expect(asked.some(({ path }) => path === 'staff-member.php')).toBe(false)

  await user.click(button)

  expect(await screen.findByText('She wants 300 euros.')).toBeVisible()
  expect(screen.queryByText('Another matter.')).toBeNull()
  expect(lastBody(asked, 'staff-access.php')).toMatchObject({ member_id: 'ann', case_id: 'd1' })
  await expectAccessible(container)
})
