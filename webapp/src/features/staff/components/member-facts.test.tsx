import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { failure, fakeApi } from '@tests/fake-api'
import { expectAccessible, show } from '@tests/render'
import { MemberFacts } from './member-facts'

const since = '2026-06-01T12:00:00Z'
const context = {
  joined_at: since,
  language: 'en',
  warnings: 2,
  sanctions: 1,
  rejected_photos: 0,
  reports_about: 3,
  reports_by: 4,
}
const devices = [
  { browser: 'Firefox', system: 'Linux', since, used_on: '2026-06-03' },
  { browser: null, system: null, since, used_on: '2026-06-02' },
]
const account = { site: 'pairwise', signed_up_at: since, is_confirmed: true, devices }
const showFacts = (answer: unknown) => {
  fakeApi({ 'GET staff-access.php': () => ({ open_until: since }), 'GET staff-facts.php': () => answer })
  return show(<MemberFacts id="ann" />)
}

test('sign-up, devices and numbers stand together', async () => {
  const { container } = await showFacts({ account, context })

  expect(await screen.findByText(/Signed up.*Site: pairwise.*Email address confirmed/)).toBeVisible()
  expect(screen.getByText(/Firefox, Linux/)).toBeVisible()
  expect(screen.getAllByText(/last used/)).toHaveLength(2)
  expect(screen.getByText('Warnings')).toBeVisible()
  await expectAccessible(container)
})

test('a member who never confirmed and is logged in nowhere is shown as that', async () => {
  await showFacts({ account: { ...account, is_confirmed: false, devices: [] }, context })

  expect(await screen.findByText(/Email address not confirmed/)).toBeVisible()
  expect(screen.getByText('No device is logged in.')).toBeVisible()
})

test('numbers are shown while the account is not available', async () => {
  await showFacts({ account: null, context })

  expect(await screen.findByText(/not available/)).toBeVisible()
  expect(screen.getByText('Warnings')).toBeVisible()
})

test('facts that could not be loaded can be asked for again', async () => {
  await showFacts(failure(503, 'unavailable'))

  expect(await screen.findByRole('button', { name: /again/i })).toBeVisible()
})
