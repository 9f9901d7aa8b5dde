import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { expectAccessible, show } from '@tests/render'
import type { DeskComplaint } from '@/api/types'
import { Evidence } from './evidence'

const complaint: DeskComplaint = {
  id: 'c1',
  number: 7,
  kind: 'duplicate',
  reporter_id: null,
  reporter_name: null,
  reporter_decided: 0,
  reporter_upheld: 0,
  about_id: 'bo',
  about_name: 'Bo',
  about_state: 'active',
  reason: 'fake',
  language: 'en',
  text: 'The same picture is on several accounts.',
  made_at: '2026-06-01T12:00:00Z',
  outcome: null,
  decision_id: null,
  evidence: [],
  rules: [],
  urgent: false,
  profile_text: null,
  duplicates: [
    { member_id: 'ann', name: 'Ann', large_src: '/media/ann.webp', joined_at: '2024-03-04T12:00:00Z', verified: true },
    { member_id: 'bo', name: 'Bo', large_src: null, joined_at: '2026-05-30T12:00:00Z', verified: false },
  ],
}

test('accounts with the same picture are named with their age, and open for the case', async () => {
  const { container } = await show(<Evidence complaint={complaint} onDecided={() => undefined} />)

  expect(await screen.findByText('The same picture is on several accounts.')).toBeVisible()
  expect(screen.getByRole('img', { name: /Ann/ })).toHaveAttribute('src', '/media/ann.webp')
  expect(screen.getByText(/deleted since/)).toBeVisible()
  // Which of them is the copy cannot be told from the pictures.
  expect(screen.getByText('Joined: March 4, 2024 · Verified')).toBeVisible()
  expect(screen.getByText('Joined: May 30, 2026')).toBeVisible()
  expect(screen.getByRole('link', { name: 'Look at Ann' }).getAttribute('href')).toMatch(/ann.*c1/)
  expect(screen.getByRole('link', { name: 'Look at Bo' }).getAttribute('href')).toMatch(/bo.*c1/)
  await expectAccessible(container)
})
