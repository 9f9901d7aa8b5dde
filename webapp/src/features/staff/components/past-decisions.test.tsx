import { screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { fakeApi } from '@tests/fake-api'
import { expectAccessible, show } from '@tests/render'
import { PastDecisions } from './past-decisions'

const decision = {
  id: 'd1',
  number: 7,
  member_id: 'ann',
  member_name: 'Ann',
  actor_id: 'mo',
  actor_name: 'Mo',
  measure: 'suspend',
  reason: 'fraud',
  ground: 'terms',
  template: null,
  facts: 'Asked two members for money.',
  until: null,
  decided_at: '2026-06-01T12:00:00Z',
  appeal: 'open',
}

test('past decisions are found by several things at once, and exported', async () => {
  const asked = fakeApi({
    'GET staff-colleagues.php': () => ({ colleagues: [{ id: 'mo', name: 'Mo' }] }),
    'GET staff-numbers.php': () => ({
      people: [
        {
          actor_id: 'mo',
          name: 'Mo',
          decided: 12,
          median_seconds: 5400,
          undone: 1,
          overturned: 0,
          reviewed: 12,
          agreed: 9,
        },
        {
          actor_id: 'mia',
          name: 'Mia',
          decided: 90,
          median_seconds: 60,
          undone: 0,
          overturned: 0,
          reviewed: 40,
          agreed: 37,
        },
        {
          actor_id: 'new',
          name: 'New',
          decided: 1,
          median_seconds: 20,
          undone: 0,
          overturned: 0,
          reviewed: 0,
          agreed: 0,
        },
      ],
      lead: true,
    }),
    'POST staff-decisions.php': ({ body }) =>
      (body as { as_file: boolean }).as_file
        ? { decisions: [], more: (body as { before?: number }).before === undefined, file: 'number', last_number: 7 }
        : { decisions: [decision], more: false, file: null },
  })
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => 'blob:1', revokeObjectURL: () => undefined }))
  const { user, container } = await show(<PastDecisions />)
  expect(await screen.findByText('1.5 hours')).toBeVisible()
  expect(screen.getByText('9/12 (too few to judge)')).toBeVisible()
  expect(screen.getByText('93% (37/40)')).toBeVisible()
  expect(screen.getAllByText('1 minute')).toHaveLength(2)
  expect(screen.getByText('–')).toBeVisible()
  await screen.findByRole('option', { name: 'Mo' })

  await user.selectOptions(screen.getByRole('combobox', { name: 'Decided by' }), 'Mo')
  await user.type(screen.getByRole('textbox', { name: 'Words in the facts' }), 'money{Enter}')

  const found = within((await screen.findByText('Asked two members for money.')).closest('li')!)
  // In words of the desk: those of the statement speak to the member.
  expect(found.getByText('Account suspended')).toBeVisible()
  expect(found.getByText('Ann')).toBeVisible()
  expect(found.getByText(/appeal open$/)).toBeVisible()
  expect(found.getByRole('link')).toHaveAttribute('href', '/staff/member/ann?case=d1')
  await expectAccessible(container)
  await user.click(screen.getByRole('button', { name: 'Download CSV' }))
  await vi.waitFor(() =>
    expect(asked.filter(({ method }) => method === 'POST').map(({ body }) => body)).toEqual([
      { actor_id: 'mo', words: 'money', as_file: false },
      { actor_id: 'mo', words: 'money', as_file: true },
      { actor_id: 'mo', words: 'money', before: 7, as_file: true },
    ]),
  )
})

test('decisions past the first page are read on, by the search that found it', async () => {
  const asked = fakeApi({
    'GET staff-colleagues.php': () => ({ colleagues: [] }),
    'GET staff-numbers.php': () => ({ people: [], lead: false }),
    'POST staff-decisions.php': ({ body }) =>
      (body as { before?: number }).before === 7
        ? { decisions: [{ ...decision, id: 'd2', number: 3, facts: 'The oldest one.' }], more: false, file: null }
        : { decisions: [decision], more: true, file: null },
  })
  const { user } = await show(<PastDecisions />)
  await user.type(await screen.findByRole('textbox', { name: 'Words in the facts' }), 'money{Enter}')
  const older = await screen.findByRole('button', { name: 'Show older decisions' })
  await user.type(screen.getByRole('textbox', { name: 'Words in the facts' }), ' and more')

  await user.click(older)

  expect(await screen.findByText('The oldest one.')).toBeVisible()
  expect(screen.getByText('Asked two members for money.')).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Show older decisions' })).toBeNull()
  const [, sent] = asked.filter(({ path }) => path === 'staff-decisions.php')
  expect(sent!.body).toEqual({ words: 'money', before: 7, as_file: false })
})
