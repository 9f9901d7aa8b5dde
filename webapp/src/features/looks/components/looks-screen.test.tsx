import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { failure, fakeApi } from '@tests/fake-api'
import { aCard } from '@tests/people'
import { expectAccessible, show } from '@tests/render'
import { LooksScreen } from './looks-screen'

const screenOf = <LooksScreen action={() => null} />

test('those who looked are shown', async () => {
  fakeApi({ 'GET looks.php': () => ({ profiles: [aCard({ name: 'Freja' })] }) })
  const { container } = await show(screenOf)
  expect(await screen.findByRole('link', { name: /Freja/ })).toBeVisible()
  await expectAccessible(container)
})

test.each([
  ['nobody looked', () => ({ profiles: [] }), '/members'],
  ['the member looks unseen', () => ({ profiles: null }), '/settings/privacy'],
  ['it is for premium', () => failure(403, 'premium_required'), '/premium'],
])('%s: one next step', async (_, answer, href) => {
  fakeApi({ 'GET looks.php': answer })
  const { container } = await show(screenOf)
  expect(await within(container).findByRole('link')).toHaveAttribute('href', href)
  await expectAccessible(container)
})

test('a failed request can be repeated', async () => {
  let isDown = true
  fakeApi({ 'GET looks.php': () => (isDown ? failure(503, 'unavailable') : { profiles: [aCard({ name: 'Freja' })] }) })
  const { user } = await show(screenOf)
  const retry = await screen.findByRole('button', { name: 'Try again' })
  isDown = false
  await user.click(retry)
  expect(await screen.findByRole('link', { name: /Freja/ })).toBeVisible()
})
