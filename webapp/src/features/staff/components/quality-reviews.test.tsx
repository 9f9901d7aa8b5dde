import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { failure, fakeApi } from '@tests/fake-api'
import { expectAccessible, show } from '@tests/render'
import { QualityReviews } from './quality-reviews'

const report = {
  id: 'c1',
  kind: 'profile',
  number: 7,
  about_id: 'ann',
  about_name: 'Ann',
  about_state: 'active',
  reason: 'fraud',
  text: 'Wants money.',
  made_at: '2026-06-01T12:00:00Z',
  outcome: null,
  reporter_id: 'bo',
  reporter_name: 'Bo',
  evidence: [],
  duplicates: [],
  decision_id: null,
  urgent: false,
}
const found = {
  id: 'c1',
  member_id: 'ann',
  complaint: report,
  reports: [report],
  photo: null,
  person: null,
  context: null,
  appealed: null,
  reported: null,
  notes: [],
  messages: [],
}
const opinions = {
  first: 'suspend',
  first_reason: 'fraud',
  first_template: null,
  first_facts: 'Asked three members.',
  second: 'warn',
}

test('the second person decides by key, and sees the first decision only then', async () => {
  let waiting = [
    { id: 'd0', blind: true },
    { id: 'd1', blind: true },
  ]
  const asked = fakeApi({
    'GET staff-reviews.php': () => ({ reviews: waiting }),
    'POST staff-reviews.php': ({ body }) =>
      (body as { decision_id: string }).decision_id === 'd0'
        ? failure(409, 'already_decided')
        : { id: 'd1', case: found, opinions: null },
    'PUT staff-reviews.php': () => {
      waiting = []
      return { agreed: false, member_id: 'ann', opinions }
    },
  })
  const { user, container } = await show(<QualityReviews showPhotos={() => null} />)
  await user.click(await screen.findByRole('button', { name: 'Open the next one' }))
  expect(await screen.findByText('Wants money.')).toBeVisible()
  expect(screen.queryByText('Asked three members.')).toBeNull()

  // A key before the case is ready for one is no decision.
  const isDecided = () => asked.some(({ method }) => method === 'PUT')
  await waitFor(async () => {
    if (!isDecided()) await user.keyboard('w')
    expect(isDecided()).toBe(true)
  })

  expect(await screen.findByText('Asked three members.')).toBeVisible()
  const result = screen.getByText(/^The first decision was different/)
  expect(result).toBeVisible()
  // The case may be longer than the screen: what came of it has the focus, above the case.
  expect(document.activeElement).toContainElement(result)
  expect(result.compareDocumentPosition(screen.getByText('Wants money.'))).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
  await expectAccessible(container)
  expect(asked.find(({ method }) => method === 'PUT')?.body).toEqual({ decision_id: 'd1', measure: 'warn' })
  await user.click(screen.getByRole('button', { name: 'Open the next one' }))
  expect(await screen.findByText('No decision to check')).toBeVisible()
})

test('the third person chooses between the two decisions', async () => {
  const asked = fakeApi({
    'GET staff-reviews.php': () => ({ reviews: [{ id: 'd1', blind: false }] }),
    'POST staff-reviews.php': () => ({ id: 'd1', case: found, opinions }),
    'PUT staff-reviews.php': () => ({ agreed: true, member_id: 'ann', opinions }),
  })
  const { user } = await show(<QualityReviews showPhotos={() => null} />)
  await user.click(await screen.findByRole('button', { name: 'Open the next one' }))

  const choices = await screen.findByRole('group', { name: 'Which decision is right?' })
  await waitFor(() => expect(choices.querySelectorAll('button')).toHaveLength(2))
  await user.keyboard('r')
  expect(asked.filter(({ method }) => method === 'PUT')).toEqual([])
  await user.keyboard('b')
  expect(await screen.findByText(/^Saved/)).toBeVisible()
})
