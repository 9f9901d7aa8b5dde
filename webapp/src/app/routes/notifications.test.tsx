import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { failure, fakeApi } from '@tests/fake-api'
import { expectAccessible, show } from '@tests/render'
import NotificationsRoute from './notifications'

const types = [
  { type: 'like', email: true, push: true, sent_by: ['email', 'push'] },
  { type: 'weekly_updates', email: false, push: false, sent_by: ['email'] },
  { type: 'news', email: false, push: false, sent_by: [] },
]

test('a member has a switch for all that is sent, and the way to delete the account', async () => {
  fakeApi({
    'GET user.php': () => ({ user: { id: 'me' } }),
    'GET notifications.php': () => ({ types, mail_disabled: null, discreet_mails: true }),
  })
  const { container } = await show(<NotificationsRoute />, { at: '/notifications' })
  expect(await screen.findAllByRole('switch')).toHaveLength(4)
  // Its own, and the one in the list of settings beside it on wide windows.
  const links = screen.getAllByRole('link', { name: /^Delete account/ })
  expect(links.map((link) => link.getAttribute('href'))).toEqual(['/settings/delete', '/settings/delete'])
  await expectAccessible(container)
})

test('mails name nobody until the member switches that off', async () => {
  const asked = fakeApi({
    'GET user.php': () => ({ user: { id: 'me' } }),
    'GET notifications.php': () => ({ types, mail_disabled: null, discreet_mails: true }),
    'PUT notifications.php': () => ({ types, mail_disabled: null, discreet_mails: false }),
  })
  const { user } = await show(<NotificationsRoute />, { at: '/notifications' })
  const discreet = await screen.findByRole('switch', { name: 'Discreet emails' })
  expect(discreet).toBeChecked()
  await user.click(discreet)
  expect(await screen.findByText('Saved')).toBeVisible()
  expect(asked.find(({ method }) => method === 'PUT')?.body).toEqual({ discreet_mails: false })
})

test('the link in a mail leads to its own switch, without a login', async () => {
  const asked = fakeApi({
    'GET user.php': () => failure(403, 'authentication_required'),
    'POST mail-switch.php': () => ({ type: 'like', email: true }),
    'PUT mail-switch.php': () => ({ type: 'like', email: false }),
  })
  const { user, container } = await show(<NotificationsRoute />, { at: '/notifications#token=a.like.b' })
  const only = await screen.findByRole('switch')
  expect(only).toBeChecked()
  await expectAccessible(container)
  await user.click(only)
  expect(await screen.findByText('Saved')).toBeVisible()
  expect(only).not.toBeChecked()
  expect(asked.find(({ method }) => method === 'PUT')?.body).toEqual({ token: 'a.like.b', email: false })
})

test('a link with an unknown token says so', async () => {
  fakeApi({ 'POST mail-switch.php': () => failure(422, 'unsubscribe_link_invalid') })
  await show(<NotificationsRoute />, { at: '/notifications#token=x' })
  expect(await screen.findByText(/link/i)).toBeVisible()
  expect(screen.queryByRole('switch')).toBeNull()
})

test('a member with suppressed mail reads the reason, and can resume it', async () => {
  const asked = fakeApi({
    'GET user.php': () => ({ user: { id: 'me', notifications_disabled: ['bounced'] } }),
    'GET settings.php': () => ({ settings: { push_public_key: '' } }),
    'GET notifications.php': () => ({ types, mail_disabled: 'bounced', discreet_mails: true }),
    'DELETE mail-suppression.php': () => ({ types, mail_disabled: null, discreet_mails: true }),
  })
  const { user, container } = await show(<NotificationsRoute />, { at: '/notifications' })
  expect(await screen.findByText(/bounced/)).toBeVisible()
  await expectAccessible(container)
  await user.click(screen.getByRole('button', { name: 'Turn emails back on' }))
  expect(await screen.findByText('Emails are back on')).toBeVisible()
  expect(screen.queryByText(/bounced/)).toBeNull()
  expect(asked.some(({ method, path }) => method === 'DELETE' && path === 'mail-suppression.php')).toBe(true)
})

test('a browser without pushes says so', async () => {
  fakeApi({
    'GET user.php': () => ({ user: { id: 'me' } }),
    'GET settings.php': () => ({ settings: { push_public_key: 'BA' } }),
    'GET notifications.php': () => ({ types, mail_disabled: null, discreet_mails: true }),
  })
  await show(<NotificationsRoute />, { at: '/notifications' })
  expect(await screen.findByText(/This browser can’t show notifications/)).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Turn on' })).toBeNull()
})
