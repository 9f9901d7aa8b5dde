import { screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { failure, fakeApi } from '@tests/fake-api'
import { expectAccessible, show } from '@tests/render'
import type { DeviceSession } from '@/api/types'
import { AskResetForm } from './ask-reset-form'
import { DeviceList } from './device-list'
import { MailChangeForm } from './mail-change-form'
import { NewPasswordForm } from './new-password-form'
import { PasskeyList } from './passkey-list'
import { SecondFactor } from './second-factor'

const here: DeviceSession = {
  id: 'here',
  current: true,
  browser: 'Firefox',
  system: 'Linux',
  used: 'today',
  used_on: '2026-11-21',
  since: '2026-11-20',
  second_factor: false,
}
const phone: DeviceSession = {
  ...here,
  id: 'phone',
  current: false,
  browser: 'Safari',
  system: 'iPhone',
  used: 'earlier',
  used_on: '2026-10-02',
}

test('two passwords that differ are not sent', async () => {
  const onSave = vi.fn(async () => undefined)
  const { user, container } = await show(<NewPasswordForm action="Save" onSave={onSave} onSaved={vi.fn()} />)
  await user.type(screen.getByLabelText('New password'), 'four green frogs')
  await user.type(screen.getByLabelText('New password again'), 'four green dogs')
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect(screen.getByText('The entered passwords are not the same.')).toBeVisible()
  expect(onSave).not.toHaveBeenCalled()
  await expectAccessible(container)
})

test('an unknown address is said at its field, and a known one where the link went', async () => {
  let known = false
  fakeApi({ 'POST reset-password.php': () => (known ? {} : failure(422, 'email_unknown', { field: 'email' })) })
  const { user } = await show(<AskResetForm />)
  await user.type(screen.getByLabelText(/Email address/), 'ann@example.org')
  await user.click(screen.getByRole('button', { name: 'Send me a link' }))
  expect(await screen.findByText('E-mail address not found')).toBeVisible()
  known = true
  await user.click(screen.getByRole('button', { name: 'Send me a link' }))
  expect(await screen.findByText(/account with ann@example.org/)).toBeVisible()
})

test('a mail limit is reported, and no mail is claimed to be sent', async () => {
  fakeApi({ 'POST mail-change.php': () => failure(429, 'too_many_change_mails') })
  const { user, container } = await show(<MailChangeForm />)
  await user.type(screen.getByLabelText('New email address'), 'anna@example.org')
  await user.type(screen.getByLabelText(/Enter your password/), 'three blue herons')
  await user.click(screen.getByRole('button', { name: 'Send me a link' }))
  expect(await screen.findByRole('alert')).toHaveTextContent('Too many emails sent')
  expect(screen.queryByText(/We’ve sent a link/)).not.toBeInTheDocument()
  await expectAccessible(container)
})

test('with neutral disclosure the link is reported as sent, for any address', async () => {
  // A site with neutral disclosure answers alike for every address, and mails the truth to its owner.
  const asked = fakeApi({ 'POST mail-change.php': () => ({}) })
  const { user, container } = await show(<MailChangeForm />)
  await user.type(screen.getByLabelText('New email address'), ' bo@example.org ')
  await user.type(screen.getByLabelText(/Enter your password/), 'three blue herons')
  await user.click(screen.getByRole('button', { name: 'Send me a link' }))
  expect(
    await screen.findByText('We’ve sent a link to bo@example.org. Your address changes when you open it.'),
  ).toBeVisible()
  expect(asked[0]?.body).toEqual({ email: 'bo@example.org', password: 'three blue herons' })
  expect(screen.queryByText(/already owns an account/)).not.toBeInTheDocument()
  expect(screen.getByLabelText('New email address')).toHaveValue('')
  await expectAccessible(container)
})

test('with account disclosure turned on, a taken address is reported at its field', async () => {
  fakeApi({ 'POST mail-change.php': () => failure(409, 'email_owned', { field: 'email' }) })
  const { user } = await show(<MailChangeForm />)
  await user.type(screen.getByLabelText('New email address'), 'bo@example.org')
  await user.type(screen.getByLabelText(/Enter your password/), 'three blue herons')
  await user.click(screen.getByRole('button', { name: 'Send me a link' }))
  expect(await screen.findByText('This email address already owns an account on this website')).toBeVisible()
  expect(screen.getByLabelText('New email address')).toBeInvalid()
})

test('devices are distinguished, and another one is logged out by its name', async () => {
  const asked = fakeApi({ 'DELETE sessions.php': () => ({ ended: 1 }) })
  const { user, container } = await show(<DeviceList sessions={[here, phone]} />)
  expect(screen.getByText('This device')).toBeVisible()
  expect(screen.getByText(/Last used on October 2, 2026/)).toBeVisible()
  await expectAccessible(container)
  await user.click(screen.getByRole('button', { name: 'Log out Safari, iPhone' }))
  await waitFor(() => expect(asked[0]?.body).toEqual({ id: 'phone' }))
  expect(await screen.findByText('1 device is logged out')).toBeVisible()
})

test('the only device offers no log-out of others', async () => {
  await show(<DeviceList sessions={[here]} />)
  expect(screen.queryByRole('button', { name: /Log out/ })).not.toBeInTheDocument()
})

test('codes are set up with the password, a picture and a first code', async () => {
  fakeApi({
    'GET second-factor.php': () => ({ on: false, recovery_codes_left: 0 }),
    'POST second-factor.php': () => ({
      secret: 'abcd efgh',
      address: 'otpauth://totp/x',
      qr: { size: 21, path: 'M0 0h1v1h-1z' },
    }),
    'PUT second-factor.php': () => ({ recovery_codes: ['aaaa-bbbb-cccc-dddd'] }),
  })
  const { user, container } = await show(<SecondFactor />)
  await user.click(await screen.findByRole('button', { name: 'Set up' }))
  await user.type(screen.getByLabelText(/Enter your password/), 'three blue herons')
  await user.click(screen.getByRole('button', { name: 'Continue' }))
  expect(await screen.findByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible()
  await expectAccessible(container)
  await user.type(screen.getByLabelText('6-digit code'), '123456')
  await user.click(screen.getByRole('button', { name: 'Turn on' }))
  expect(await screen.findByText('aaaa-bbbb-cccc-dddd')).toBeVisible()
  await expectAccessible(container)
})

test('a wrong password opens nothing', async () => {
  fakeApi({
    'GET second-factor.php': () => ({ on: true, recovery_codes_left: 3 }),
    'DELETE second-factor.php': () => failure(422, 'password_wrong', { field: 'password' }),
  })
  const { user } = await show(<SecondFactor />)
  expect(await screen.findByText('Two-step login is on. You have 3 recovery codes left.')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Turn off' }))
  await user.type(screen.getByLabelText(/Enter your password/), 'wrong')
  await user.click(screen.getAllByRole('button', { name: 'Turn off' }).at(-1)!)
  expect(await screen.findByText('Please check your password')).toBeVisible()
})

test('a browser without passkeys says so, and those there are can be removed', async () => {
  const passkeys = [{ id: 'p1', name: 'My phone', since: '2026-11-01', used_on: null }]
  const asked = fakeApi({ 'GET passkeys.php': () => ({ passkeys }), 'DELETE passkeys.php': () => ({}) })
  const { user, container } = await show(<PasskeyList />)
  expect(await screen.findByText('This browser can’t use passkeys.')).toBeVisible()
  await expectAccessible(container)
  await user.click(screen.getByRole('button', { name: 'Remove My phone' }))
  await waitFor(() => expect(asked.some(({ method }) => method === 'DELETE')).toBe(true))
})

test('turning codes off asks for a code when the server wants one, and is then done', async () => {
  let isProved = false
  const asked = fakeApi({
    'GET second-factor.php': () => ({ on: true, recovery_codes_left: 9 }),
    'GET passkeys.php': () => ({ passkeys: [] }),
    'DELETE second-factor.php': () => (isProved ? {} : failure(422, 'second_factor_required', { field: 'code' })),
    'POST second-factor-proof.php': ({ body }: { body: unknown }) => {
      isProved = (body as { code: string }).code === '123456'
      return isProved ? {} : failure(422, 'code_wrong', { field: 'code' })
    },
  })
  const { user, container } = await show(<SecondFactor />)
  await user.click(await screen.findByRole('button', { name: 'Turn off' }))
  await user.type(screen.getByLabelText(/Enter your password/), 'three blue herons')
  await user.click(screen.getAllByRole('button', { name: 'Turn off' }).at(-1) as HTMLElement)
  await user.type(await screen.findByLabelText('Code'), '000000')
  await user.click(await screen.findByRole('button', { name: 'Continue' }))
  expect(await screen.findByText(/This code is wrong/)).toBeVisible()
  await expectAccessible(container)
  await user.clear(screen.getByLabelText('Code'))
  await user.type(screen.getByLabelText('Code'), '123456')
  await user.click(await screen.findByRole('button', { name: 'Continue' }))
  await waitFor(() => expect(asked.filter((each) => each.method === 'DELETE')).toHaveLength(2))
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
})

test('a lost passkey is removed with a mailed code', async () => {
  let isProved = false
  const asked = fakeApi({
    'GET second-factor.php': () => ({ on: false, recovery_codes_left: 0 }),
    'GET passkeys.php': () => ({
      passkeys: isProved ? [] : [{ id: 'p', name: 'My phone', since: '2026-11-01', used_on: null }],
    }),
    'DELETE passkeys.php': () => (isProved ? {} : failure(422, 'second_factor_required', { field: 'code' })),
    'PUT second-factor-proof.php': () => ({}),
    'POST second-factor-proof.php': () => {
      isProved = true
      return {}
    },
  })
  const { user } = await show(<PasskeyList />)
  await user.click(await screen.findByRole('button', { name: 'Remove My phone' }))
  await user.click(await screen.findByRole('button', { name: /email me a code/ }))
  await user.type(screen.getByLabelText(/Enter your password/), 'three blue herons')
  await user.click(screen.getByRole('button', { name: 'Continue' }))
  await user.type(await screen.findByLabelText('Code'), 'abcd-efgh-ijkl-mnop')
  await user.click(screen.getByRole('button', { name: 'Continue' }))
  await waitFor(() => expect(asked.filter((each) => each.method === 'DELETE')).toHaveLength(2))
  expect(asked.find((each) => each.method === 'PUT')?.body).toEqual({ password: 'three blue herons' })
})
