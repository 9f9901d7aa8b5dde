import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { fakeApi } from '@tests/fake-api'
import { expectAccessible, show } from '@tests/render'
import { DeskQueue } from './desk-queue'

const since = '2026-06-01T12:00:00Z'
const report = {
  id: 'c1',
  number: 7,
  kind: 'chat',
  reporter_id: 'bo' as string | null,
  about_id: 'ann',
  about_name: 'Ann' as string | null,
  about_state: 'active',
  reason: 'fraud',
  text: 'She asks for money.',
  made_at: since,
  outcome: null,
  decision_id: null,
  evidence: [],
  urgent: false,
}

/** The queue with this report, opened. Returns the decisions that are sent. */
async function open(complaint: typeof report) {
  const waiting = [{ id: 'c1', kind: 'chat', severity: 'fraud', reason: 'fraud', language: 'en', site: 'pairwise' }]
  const asked = fakeApi({
    'GET staff-queue.php': () => ({
      cases: waiting.map((each) => ({ ...each, since, due_at: since, mine: false })),
      kinds: [{ kind: 'chat', waiting: 1 }],
      sites: ['pairwise'],
      new_photos: [{ site: 'pairwise', handling: 'wait', model: null }],
    }),
    'POST staff-case.php': () => ({
      id: 'c1',
      member_id: 'ann',
      lease_until: since,
      complaint,
      reports: [complaint],
      person: null,
      photo: null,
      context: null,
      alike: [],
    }),
    'POST staff-decision.php': () => ((waiting.length = 0), { due_at: since }),
    'DELETE staff-case.php': () => ({}),
  })
  const shown = await show(<DeskQueue showPhotos={() => null} />)
  await screen.findByText('Open a case')
  await shown.user.keyboard('j')
  await screen.findByText('She asks for money.')
  const decisions = () =>
    asked.filter(({ method, path }) => method === 'POST' && path === 'staff-decision.php').map(({ body }) => body)
  return { ...shown, decisions }
}

test('a report is decided by keys alone, with a statement of reasons and its ground', async () => {
  const { user, container, decisions } = await open(report)
  await user.keyboard('b')
  expect(await screen.findByRole('heading', { name: 'Why?' })).toHaveFocus()
  await user.tab()
  await user.keyboard('Asked for money.')
  await user.tab()
  await user.keyboard('30')
  await user.tab()
  await user.selectOptions(screen.getByLabelText('Ground'), 'The law')
  expect(screen.getByLabelText('Ground')).toHaveFocus()
  await expectAccessible(container)
  screen.getByRole('heading', { name: 'Why?' }).focus()
  await user.keyboard('1')

  expect(await screen.findByText('No case is waiting')).toBeVisible()
  expect(decisions()).toMatchObject([
    { measure: 'suspend', reason: 'fraud', ground: 'law', template: 'money', facts: 'Asked for money.', days: 30 },
  ])
})

test('a member’s report is dismissed as misuse by one key', async () => {
  const { user, decisions } = await open(report)
  await user.keyboard('m')

  expect(await screen.findByText('No case is waiting')).toBeVisible()
  expect(decisions()).toMatchObject([{ case_id: 'c1', measure: 'dismiss_abuse', reason: 'fraud' }])
})

test('a visitor’s report cannot be dismissed as misuse', async () => {
  const { user, decisions } = await open({ ...report, reporter_id: null })
  await user.keyboard('m')

  expect(screen.queryByRole('button', { name: /Dismiss as misuse/ })).toBeNull()
  expect(decisions()).toEqual([])
})

test('a report of a minor is marked', async () => {
  const { container } = await open({ ...report, reason: 'minor', urgent: true })

  expect(screen.getByText('Urgent: may be under 18')).toBeVisible()
  await expectAccessible(container)
})

test('a report about a deleted member says so, and every measure remains', async () => {
  await open({ ...report, about_state: 'deleted' })

  expect(screen.getByText(/Ann has deleted the account/)).toBeVisible()
  expect(screen.getByRole('button', { name: /Suspend/ })).toBeVisible()
})

test('a report about an erased member can be closed only', async () => {
  const { user, decisions } = await open({ ...report, about_name: null, about_state: 'erased' })
  await user.keyboard('b')
  await user.keyboard('m')

  expect(screen.getByText(/gone for good/)).toBeVisible()
  expect(screen.queryByRole('link', { name: /Look at/ })).toBeNull()
  expect(screen.queryByRole('button', { name: /Suspend/ })).toBeNull()
  expect(decisions()).toEqual([])
})
