import { screen } from '@testing-library/react'
import { Route, Routes, useLocation } from 'react-router'
import { expect, test } from 'vitest'
import { failure, fakeApi } from '@tests/fake-api'
import { expectAccessible, show } from '@tests/render'
import StaffRoute from './staff'

const desk = (code: string) => ({
  'GET staff-queue.php': () => failure(403, code),
  'GET staff-photos.php': () => failure(403, code),
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
  const asked = fakeApi(desk('staff_required'))
  await show(<StaffRoute />)
  expect(await screen.findByRole('button', { name: /./ })).toBeVisible()
  expect(asked.filter(({ path }) => path.startsWith('staff-')).map(({ path }) => path)).toEqual(['staff-queue.php'])
  expect(screen.queryByText('You do not have access to this page')).toBeNull()
})

function Path() {
  return <p data-testid="path">{useLocation().pathname}</p>
}

test('the former address of the complaints leads to the queue', async () => {
  fakeApi({
    'GET staff-queue.php': () => ({ cases: [], kinds: [], sites: ['pairwise'], new_photos: [] }),
    'GET staff-photos.php': () => ({ photos: [], waiting: 0 }),
    'GET staff-confirmations.php': () => ({ decisions: [] }),
  })
  await show(
    <Routes>
      <Route
        path="/staff/:part?"
        element={
          <>
            <StaffRoute />
            <Path />
          </>
        }
      />
    </Routes>,
    { at: '/staff/complaints' },
  )
  expect(await screen.findByText('No case is waiting')).toBeVisible()
  expect(screen.getByTestId('path')).toHaveTextContent(/^\/staff$/)
  expect(screen.queryByRole('link', { name: /Complaints/ })).toBeNull()
})
