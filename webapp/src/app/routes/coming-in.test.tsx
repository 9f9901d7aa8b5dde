import { screen } from '@testing-library/react'
import { Route, Routes } from 'react-router'
import { afterEach, expect, test } from 'vitest'
import { failure, fakeApi } from '@tests/fake-api'
import { expectAccessible, show } from '@tests/render'
import { writeConsent } from '@/tracking/consent'
import { readInvite } from '@/tracking/invite'
import { isOpenTo, SignupClosed } from '@/app/signup/signup-closed'
import { createTracking } from '@/tracking/tracking'
import TermsChanged from '@/app/notices/terms-changed'
import InviteRoute from './invite'
import MailChangeStopRoute from './mail-change-stop'
import ReactivateRoute from './reactivate'

const token = 'AbCdEfGhIjKlMnOpQrStUv'
const settings = { 'GET settings.php': () => ({ settings: { name: 'Pairwise', support_email: 'help@example.org' } }) }

afterEach(() => {
  sessionStorage.clear()
  window.location.hash = ''
})

const invited = (
  <Routes>
    <Route path=":token" element={<InviteRoute />} />
  </Routes>
)

test('an invite greets by name and is brought along to the sign-up', async () => {
  fakeApi({ ...settings, 'POST invite.php': () => ({ name: 'Ann', expires_at: '2026-12-05T00:00:00Z' }) })
  const { container } = await show(invited, { at: `/${token}` })
  expect(await screen.findByRole('heading', { name: 'Hello Ann, you’re invited' })).toBeVisible()
  expect(readInvite()).toBe(token)
  expect(isOpenTo('invite', null)).toBe(true)
  await expectAccessible(container)
})

test.each([
  ['a used invite', `/${token}`],
  ['a page that is not there', '/nothing'],
])('%s is no page', async (_, at) => {
  fakeApi({ ...settings, 'POST invite.php': () => failure(404, 'invite_invalid') })
  await show(invited, { at })
  expect(await screen.findByText('This page could not be found')).toBeVisible()
})

test('a site by invitation says so calmly', async () => {
  fakeApi(settings)
  expect([isOpenTo('all', null), isOpenTo('invite', null), isOpenTo('with_trafficsource', null)]).toEqual([
    true,
    false,
    false,
  ])
  writeConsent('yes')
  sessionStorage.setItem('tracking', JSON.stringify({ network: 'radio' }))
  expect(isOpenTo('with_trafficsource', createTracking().source())).toBe(true)
  const { container } = await show(<SignupClosed site="Pairwise" />)
  expect(screen.getByRole('heading', { name: 'Sign-up is by invitation only' })).toBeVisible()
  await expectAccessible(container)
})

test('the mailed link brings the account back', async () => {
  window.location.hash = '#token=secret'
  fakeApi({ ...settings, 'POST reactivate.php': () => ({ reactivated: true }) })
  const { user, container } = await show(<ReactivateRoute />)
  await user.click(await screen.findByRole('button', { name: 'Restore my account' }))
  expect(await screen.findByRole('heading', { name: 'Welcome back' })).toBeVisible()
  expect(screen.getByRole('link', { name: 'Log in' })).toHaveAttribute('href', '/login')
  await expectAccessible(container)
})

test('a link that is used up says where help is', async () => {
  fakeApi({ ...settings, 'POST reactivate.php': () => failure(422, 'reactivation_failed') })
  const { user } = await show(<ReactivateRoute />)
  await user.click(await screen.findByRole('button', { name: 'Restore my account' }))
  expect(await screen.findByText(/help@example.org/)).toBeVisible()
})

test('newer terms are agreed to, or lead out', async () => {
  const given: unknown[] = []
  const consents = ['terms', 'privacy', 'marketing'].map((kind) => ({
    kind,
    withdrawable: kind === 'marketing',
    current_version: '2',
  }))
  fakeApi({
    'GET consents.php': () => ({ consents }),
    'PUT consents.php': () => {
      given.push(1)
      return { consents }
    },
  })
  const { user, container } = await show(<TermsChanged />)
  expect(screen.getByRole('link', { name: /delete my account/ })).toHaveAttribute('href', '/settings/delete')
  await user.click(screen.getByRole('button', { name: 'I agree' }))
  expect(given).toHaveLength(2)
  await expectAccessible(container)
})

test('the link that stops a change of address acts only when the button is pressed', async () => {
  window.location.hash = `#token=${token}`
  const asked = fakeApi({ 'POST mail-change-stop.php': () => ({}) })
  const { user, container } = await show(<MailChangeStopRoute />)
  expect(await screen.findByRole('heading', { name: 'Stop the address change?' })).toBeVisible()
  expect(asked.filter((each) => each.method !== 'GET')).toEqual([])
  await expectAccessible(container)
  await user.click(screen.getByRole('button', { name: 'Stop the change' }))
  expect(await screen.findByRole('heading', { name: 'We’ve stopped the change' })).toBeVisible()
  expect(asked.find((each) => each.method === 'POST')?.body).toEqual({ token })
  expect(screen.getByRole('link', { name: 'Choose a new password' })).toHaveAttribute('href', '/reset-password')
})

test('a link that stopped a change already offers a new password', async () => {
  window.location.hash = `#token=${token}`
  fakeApi({ 'POST mail-change-stop.php': () => failure(422, 'link_invalid', { field: 'token' }) })
  const { user } = await show(<MailChangeStopRoute />)
  await user.click(await screen.findByRole('button', { name: 'Stop the change' }))
  expect(await screen.findByRole('alert')).toBeVisible()
  expect(screen.getByRole('link', { name: 'Choose a new password' })).toBeVisible()
})
