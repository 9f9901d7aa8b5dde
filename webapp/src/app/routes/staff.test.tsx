import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { failure, fakeApi } from '@tests/fake-api'
import { expectAccessible, show } from '@tests/render'
import StaffRoute from './staff'

const desk = (code: string) => ({
  'GET staff-queue.php': () => failure(403, code),
  'GET staff-photos.php': () => failure(403, code),
  'GET staff-complaints.php': () => failure(403, code),
  'GET staff-confirmations.php': () => failure(403, code),
  'GET second-factor.php': () => ({ on: true, confirmed_at: null, recovery_codes_left: 0, authenticator: true }),
})

test('a member without the role sees that they have no access, and gets a way home', async () => {
  fakeApi(desk('forbidden'))
  const { container } = await show(<StaffRoute />)
  expect(await screen.findByRole('heading', { name: 'You do not have access to this page' })).toBeVisible()
  expect(screen.getByRole('link', { name: 'Back to home' })).toHaveAttribute('href', '/')
  expect(screen.queryByText('Photos')).toBeNull()
  await expectAccessible(container)
})

test('staff whose proof has run out are asked for their second factor instead', async () => {
  fakeApi(desk('staff_required'))
  await show(<StaffRoute />)
  expect(await screen.findByRole('button', { name: /./ })).toBeVisible()
  expect(screen.queryByText('You do not have access to this page')).toBeNull()
})
