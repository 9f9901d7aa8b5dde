import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { failure, fakeApi } from '@tests/fake-api'
import { expectAccessible, show } from '@tests/render'
import { AgeScreen } from './age-screen'

const settings = { 'GET settings.php': () => ({ settings: { asks_for_age: true, min_age: 18 } }) }
const asked = (state: string, way = 'provider') => ({ 'GET age-assurance.php': () => ({ state, way }) })

test('a statement confirms the age', async () => {
  const calls = fakeApi({
    ...settings,
    ...asked('required', 'declaration'),
    'PUT age-assurance.php': () => ({ state: 'passed', way: 'declaration' }),
  })
  const { user, container } = await show(<AgeScreen to="/members" />)
  expect(await screen.findByRole('button', { name: 'Confirm my age' })).toBeDisabled()
  await expectAccessible(container)
  await user.click(screen.getByRole('checkbox', { name: 'I’m 18 or over' }))
  await user.click(screen.getByRole('button', { name: 'Confirm my age' }))
  expect(await screen.findByRole('heading', { name: 'Your age is confirmed' })).toBeVisible()
  expect(calls.find(({ method }) => method === 'PUT')?.body).toEqual({ is_old_enough: true })
})

test('a check opens the page of the provider', async () => {
  const assign = vi.fn()
  vi.stubGlobal('location', { ...window.location, assign })
  fakeApi({ ...settings, ...asked('required'), 'POST age-check.php': () => ({ url: 'https://age.test/1' }) })
  const { user } = await show(<AgeScreen to="/members" />)
  await user.click(await screen.findByRole('button', { name: 'Start the check' }))
  await expect.poll(() => assign.mock.calls).toEqual([['https://age.test/1']])
})

test('back from the provider the result is looked for by itself', async () => {
  fakeApi({ ...settings, ...asked('pending'), 'PUT age-check.php': () => ({ state: 'passed', way: 'provider' }) })
  await show(<AgeScreen to="/members" />)
  expect(await screen.findByRole('heading', { name: 'Your age is confirmed' })).toBeVisible()
})

test('an unfinished check can be continued, and its result looked for again', async () => {
  fakeApi({ ...settings, ...asked('pending'), 'PUT age-check.php': () => ({ state: 'pending', way: 'provider' }) })
  const { container } = await show(<AgeScreen to="/members" />)
  expect(await screen.findByRole('button', { name: 'Continue the check' })).toBeVisible()
  expect(screen.getByRole('button', { name: 'Look for the result' })).toBeVisible()
  await expectAccessible(container)
})

test('a failed check can be repeated, and a provider that is down is said', async () => {
  fakeApi({
    ...settings,
    ...asked('failed'),
    'POST age-check.php': () => failure(422, 'age_provider_unavailable'),
  })
  const { user } = await show(<AgeScreen to="/members" />)
  expect(await screen.findByText('The check didn’t confirm your age')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('alert')).toHaveTextContent('The age check isn’t working right now')
})
