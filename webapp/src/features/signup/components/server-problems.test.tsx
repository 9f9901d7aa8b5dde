import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { fakeApi, lastBody } from '@tests/fake-api'
import { expectAccessible, show } from '@tests/render'
import { upToAddress, Wizard } from '@tests/signup-wizard'

async function onNameStep() {
  const shown = await show(<Wizard />)
  await shown.user.click(screen.getByRole('radio', { name: 'Woman' }))
  await shown.user.click(screen.getByRole('checkbox', { name: 'I’d rather not say' }))
  await shown.user.click(screen.getByRole('button', { name: 'Continue' }))
  return shown
}

test('a name that only the server refuses is refused at its field, before the next step', async () => {
  const asked = fakeApi({
    'POST signup-check.php': ({ body }) => ({
      problems: (body as { name: string }).name === 'Ann' ? [] : [{ field: 'name', code: 'name_reserved' }],
    }),
  })
  const { user, container } = await onNameStep()
  await user.type(screen.getByLabelText('Name'), 'Support')
  await user.tab()
  expect(await screen.findByText(/This name is reserved for our team/)).toBeVisible()
  await expectAccessible(container)

  await user.type(screen.getByLabelText('Date of birth'), '1994-03-02')
  await user.click(screen.getByRole('button', { name: 'Continue' }))
  await waitFor(() => expect(screen.getByLabelText('Name')).toHaveFocus())
  expect(screen.getAllByText(/This name is reserved for our team/)).toHaveLength(1)
  expect(screen.getByText('Step 2 of 5')).toBeVisible()

  await user.clear(screen.getByLabelText('Name'))
  await user.type(screen.getByLabelText('Name'), 'Ann')
  expect(screen.queryByText(/This name is reserved/)).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Continue' }))
  expect(await screen.findByText('Step 3 of 5')).toBeVisible()
  expect(asked.every(({ body }) => !JSON.stringify(body).includes('1994'))).toBe(true)
})

test('what the server says late is not said of what was typed meanwhile', async () => {
  let answer: (problems: unknown) => void = () => {}
  fakeApi({ 'POST signup-check.php': () => new Promise((resolve) => (answer = resolve)) })
  const { user } = await onNameStep()
  await user.type(screen.getByLabelText('Name'), 'Support')
  await user.tab()
  await user.type(screen.getByLabelText('Name'), 'ive Ann')
  answer({ problems: [{ field: 'name', code: 'name_reserved' }] })
  await waitFor(() => expect(screen.getByLabelText('Name')).toHaveValue('Supportive Ann'))
  expect(screen.queryByText(/This name is reserved/)).toBeNull()
})

test('a common password and a throwaway address are refused beside their fields, and a server that is away holds nobody', async () => {
  sessionStorage.setItem('signup-answers', JSON.stringify(upToAddress))
  fakeApi({
    'POST signup-check.php': () => ({
      problems: [
        { field: 'email', code: 'email_disposable' },
        { field: 'password', code: 'password_too_common' },
      ],
    }),
  })
  const { user, container } = await show(<Wizard from={3} />)
  await user.type(screen.getByLabelText('Email address'), 'ann@mailinator.com')
  await user.type(screen.getByLabelText('Password'), 'password123')
  await user.tab()
  expect(await screen.findByText('This password is too easy to guess')).toBeVisible()
  expect(screen.getByText(/This is a throwaway address/)).toBeVisible()
  await expectAccessible(container)

  fakeApi({})
  await user.type(screen.getByLabelText('Password'), '4')
  await user.click(screen.getByRole('button', { name: 'Continue' }))
  expect(await screen.findByText('Step 5 of 5')).toBeVisible()
})

test('a mistyped provider is corrected by one tap, or the address is kept', async () => {
  sessionStorage.setItem('signup-answers', JSON.stringify(upToAddress))
  const asked = fakeApi({
    'POST signup-check.php': ({ body }) => {
      const { email, email_kept } = body as { email?: string; email_kept?: boolean }
      const isWrong = email === 'kamil@gmial.com' && !email_kept
      return {
        problems: isWrong ? [{ field: 'email', code: 'email_mistyped', suggestion: 'kamil@gmail.com' }] : [],
      }
    },
  })
  const { user, container } = await show(<Wizard from={3} />)
  const field = screen.getByLabelText('Email address')
  await user.type(field, 'kamil@gmial.com')
  await user.tab()
  expect(await screen.findByText('Did you mean kamil@gmail.com?')).toBeVisible()
  await expectAccessible(container)
  await user.click(screen.getByRole('button', { name: 'Use kamil@gmail.com' }))
  expect(field).toHaveValue('kamil@gmail.com')
  expect(screen.queryByText(/Did you mean/)).toBeNull()

  await user.clear(field)
  await user.type(field, 'kamil@gmial.com')
  await user.tab()
  await user.click(await screen.findByRole('button', { name: 'Keep kamil@gmial.com' }))
  expect(screen.queryByText(/Did you mean/)).toBeNull()
  await user.type(screen.getByLabelText('Password'), 'three plain words')
  await user.click(screen.getByRole('button', { name: 'Continue' }))
  expect(await screen.findByText('Step 5 of 5')).toBeVisible()
  expect(lastBody(asked, 'signup-check.php')).toMatchObject({ email: 'kamil@gmial.com', email_kept: true })
})

test('a reload of the last step stays there, and asks for the password alone', async () => {
  sessionStorage.setItem('signup-answers', JSON.stringify({ ...upToAddress, email: 'ann@example.org', terms: true }))
  const asked = fakeApi({ 'POST signup.php': () => ({ user: { id: '1' } }) })
  const { user, container } = await show(<Wizard from={4} />)
  expect(screen.getByText('Step 5 of 5')).toBeVisible()
  expect(screen.getByRole('checkbox', { name: /I accept the terms/ })).toBeChecked()
  await user.click(screen.getByRole('button', { name: 'Create my account' }))
  expect(screen.getByLabelText('Password')).toHaveAccessibleDescription(/Use at least 8 characters/)
  await expectAccessible(container)
  await user.type(screen.getByLabelText('Password'), 'three plain words')
  expect(JSON.stringify({ ...sessionStorage })).not.toContain('three plain words')
  await user.click(screen.getByRole('button', { name: 'Create my account' }))
  await waitFor(() =>
    expect(lastBody(asked, 'signup.php')).toMatchObject({ password: 'three plain words', name: 'Ann' }),
  )
})
