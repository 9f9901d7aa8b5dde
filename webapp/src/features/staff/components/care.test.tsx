import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { fakeApi } from '@tests/fake-api'
import { expectAccessible, show } from '@tests/render'
import { DeskQueue } from './desk-queue'

const since = '2026-06-01T12:00:00Z'
const severities: Record<string, string> = { c1: 'under_age', c2: 'threat', c3: 'fraud' }

const reportOf = (id: string) => ({
  id,
  number: 1,
  kind: 'chat',
  reporter_id: 'bo',
  reporter_name: 'Bo',
  about_id: 'ann',
  about_name: 'Ann',
  about_state: 'active',
  reason: 'fraud',
  text: `Opened: ${id}`,
  made_at: since,
  outcome: null,
  decision_id: null,
  evidence: [{ id: 'm1', sender_id: 'ann', kind: 'voice', text: '', sent_at: since, blocked: false, around: false }],
  urgent: false,
})

beforeEach(() => {
  localStorage.clear()
  let waiting = Object.keys(severities)
  fakeApi({
    'GET staff-queue.php': () => ({
      cases: waiting.map((id) => ({
        id,
        kind: 'chat',
        severity: severities[id],
        reason: 'fraud',
        language: 'en',
        site: 'pairwise',
        since,
        due_at: since,
        mine: false,
        reports: 1,
      })),
      kinds: [{ kind: 'chat', waiting: waiting.length }],
      sites: ['pairwise'],
      new_photos: [{ site: 'pairwise', handling: 'wait', model: null }],
    }),
    'POST staff-case.php': ({ body }) => {
      const { case_id: id } = body as { case_id: string }
      const report = reportOf(id)
      return {
        id,
        member_id: 'ann',
        lease_until: since,
        complaint: report,
        reports: [report],
        person: null,
        photo: null,
        context: null,
        alike: [],
      }
    },
    'POST staff-decision.php': ({ body }) => {
      waiting = waiting.filter((id) => id !== (body as { case_id: string }).case_id)
      return { due_at: since }
    },
    'DELETE staff-case.php': () => ({}),
  })
})

async function withCare(change: (dialog: ReturnType<typeof within>, user: Shown['user']) => Promise<void>) {
  const shown = await show(<DeskQueue showPhotos={() => null} />)
  await shown.user.click(await screen.findByRole('button', { name: 'Comfort' }))
  const dialog = await screen.findByRole('dialog', { name: 'Comfort' })
  await expectAccessible(dialog)
  await change(within(dialog), shown.user)
  await shown.user.click(within(dialog).getByRole('button', { name: 'Close' }))
  return shown
}
type Shown = Awaited<ReturnType<typeof show>>

test('pictures are blurred until wanted, in each case again, and sound is off', async () => {
  const { user } = await withCare(async (dialog, person) => {
    await person.selectOptions(dialog.getByLabelText('Pictures'), 'Blurred until wanted')
    await person.click(dialog.getByRole('switch', { name: 'Start voice messages muted' }))
  })
  const opened = () => screen.getByRole('article', { name: 'Open case' })

  await user.keyboard('j')
  await screen.findByText('Opened: c1')
  expect(opened()).toHaveAttribute('data-pictures', 'blurred')
  expect(screen.getByLabelText<HTMLAudioElement>('Voice message from Ann').muted).toBe(true)
  await user.click(screen.getByRole('button', { name: 'Show pictures' }))
  await waitFor(() => expect(opened()).not.toHaveAttribute('data-pictures'))
  await user.keyboard('v')
  await waitFor(() => expect(opened()).toHaveAttribute('data-pictures', 'blurred'))
  await user.keyboard('v')
  await waitFor(() => expect(opened()).not.toHaveAttribute('data-pictures'))
  await user.keyboard('j')
  await screen.findByText('Opened: c2')
  expect(opened()).toHaveAttribute('data-pictures', 'blurred')
})

test('past the quota, grave cases are left to others until they are wanted', async () => {
  const { user } = await withCare((dialog, person) => person.type(dialog.getByLabelText('Grave cases a day'), '1'))
  const cases = () => within(screen.getByRole('navigation', { name: 'Cases' })).getAllByRole('listitem')
  expect(cases()).toHaveLength(3)

  await user.keyboard('j')
  await screen.findByText('Opened: c1')
  await user.keyboard('a')

  expect(await screen.findByText('Opened: c3')).toBeVisible()
  expect(cases()).toHaveLength(1)
  await user.click(screen.getByRole('button', { name: 'Show them anyway' }))
  await waitFor(() => expect(cases()).toHaveLength(2))
})
