import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { failure, fakeApi, lastBody } from '@tests/fake-api'
import { expectAccessible, show } from '@tests/render'
import { LoginForm } from './login-form'

async function logIn() {
  const { user, container } = await show(<LoginForm />)
  await user.type(screen.getByLabelText('Email address'), 'ann@example.org')
  await user.type(screen.getByLabelText('Password'), 'correct horse')
  await user.click(screen.getByRole('button', { name: 'Log in' }))
  return { container }
}

test('a member who is known gets in', async () => {
  const asked = fakeApi({ 'POST user.php': () => ({ user: { id: '1', name: 'Ann' } }) })
  await logIn()
  await waitFor(() => expect(asked).toHaveLength(1))
  expect(asked[0]?.body).toEqual({ email: 'ann@example.org', password: 'correct horse' })
})

test('a wrong password is reported in words', async () => {
  fakeApi({ 'POST user.php': () => failure(422, 'login_failed', { tries_left: 2 }) })
  const { container } = await logIn()
  const alert = await screen.findByRole('alert')
  expect(alert).toHaveTextContent('Login failed, please try again. You have 2 tries left.')
  expect(within(alert).getByRole('link')).toHaveAttribute('href', '/reset-password')
  await expectAccessible(container)
})

test('too many attempts show the waiting time', async () => {
  fakeApi({ 'POST user.php': () => failure(429, 'login_blocked', { minutes: 15 }) })
  await logIn()
  expect(await screen.findByRole('alert')).toHaveTextContent('Too many incorrect attempts, account blocked for 15 min')
})

test('an account with a second factor asks its code next, with the same password', async () => {
  const asked = fakeApi({
    'POST user.php': ({ body }) =>
      (body as { code?: string }).code === '123456'
        ? { user: { id: '1', name: 'Ann' } }
        : failure(422, 'second_factor_required', { field: 'code' }),
  })
  const { container } = await logIn()
  const user = userEvent.setup()
  await user.type(await screen.findByLabelText('Code'), '123456')
  await expectAccessible(container)
  await user.click(screen.getByRole('button', { name: 'Log in' }))
  await waitFor(() =>
    expect(lastBody(asked, 'user.php')).toEqual({
      email: 'ann@example.org',
      password: 'correct horse',
      code: '123456',
    }),
  )
})

test('a member with a deleted account gets the reactivation mail again', async () => {
  const asked = fakeApi({ 'POST user.php': () => failure(422, 'account_deleted'), 'PUT reactivate.php': () => ({}) })
  const { container } = await logIn()
  await userEvent.setup().click(await screen.findByRole('button', { name: 'Send the link again' }))
  expect(await screen.findByText(/the email is on its way/)).toBeVisible()
  expect(lastBody(asked, 'reactivate.php')).toEqual({ email: 'ann@example.org' })
  await expectAccessible(container)
})
