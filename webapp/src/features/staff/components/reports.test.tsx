import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { DeskComplaint } from '@/api/types'
import { expectAccessible, show } from '@tests/render'
import { Reports } from './reports'

const reports = Array.from(
  { length: 25 },
  (_, place) =>
    ({
      id: `c${place}`,
      kind: 'profile',
      reason: place < 20 ? 'fraud' : 'violence',
      text: `Report ${place}`,
      about_id: 'ann',
      made_at: '2026-06-01T12:00:00Z',
      evidence: [],
    }) as unknown as DeskComplaint,
)

test('many reports are counted by reason, and folded after the first ones', async () => {
  const { user, container } = await show(<Reports reports={reports} onAgain={() => {}} />)

  expect(screen.getByText('Fraud or asking for money 20 · Violence 5')).toBeVisible()
  expect(screen.getByText('Report 4')).toBeVisible()
  expect(screen.getByText('Report 5')).not.toBeVisible()
  await user.click(screen.getByText('More reports: 20'))
  expect(screen.getByText('Report 24')).toBeVisible()
  await expectAccessible(container)
})
