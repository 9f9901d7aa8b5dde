import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { failure, fakeApi } from '../../../tests/fake-api'
import { expectAccessible, show } from '../../../tests/render'
import NotificationsRoute from './notifications'

const types = [{ type: 'like', email: true, push: true }]

test('a member has every switch, and the way to delete the account', async () => {
  fakeApi({ 'GET user.php': () => ({ user: { id: 'me' } }), 'GET notifications.php': () => ({ types }) })
  const { container } = await show(<NotificationsRoute />, { at: '/notifications' })
  expect(await screen.findAllByRole('switch')).toHaveLength(2)
  expect(screen.getByRole('link', { name: /^Delete account/ })).toHaveAttribute('href', '/settings/delete')
  await expectAccessible(container)
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

test('a link that is none of ours says so', async () => {
  fakeApi({ 'POST mail-switch.php': () => failure(422, 'unsubscribe_link_invalid') })
  await show(<NotificationsRoute />, { at: '/notifications#token=x' })
  expect(await screen.findByText(/link/i)).toBeVisible()
  expect(screen.queryByRole('switch')).toBeNull()
})
