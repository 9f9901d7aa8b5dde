import { screen, within } from '@testing-library/react'
import { Route, Routes } from 'react-router'
import { expect, test } from 'vitest'
import { failure, fakeApi } from '@tests/fake-api'
import { expectAccessible, show } from '@tests/render'
import SupportRoute from './support'

const route = (
  <Routes>
    <Route path="/support/:id?" element={<SupportRoute />} />
  </Routes>
)

const id = '3cebd0f3-b89a-46f3-ad61-f0baea7b4f6e'
const away = { account: null, payments: null, ledger: null, context: null }
const story = {
  id,
  name: 'Ada',
  age: 40,
  town: null,
  country: 'NL',
  decisions: [],
  resets: [],
  reason: 'Ticket 7',
  ...away,
}

test('a member without the role sees that they have no access', async () => {
  fakeApi({ 'GET support-resets.php': () => failure(403, 'forbidden') })
  await show(route, { at: '/support' })
  expect(await screen.findByRole('heading', { name: 'You do not have access to this page' })).toBeVisible()
  expect(screen.queryByRole('search')).toBeNull()
})

test('a member who is not open is asked about first, and no mail is fetched', async () => {
  const asked = fakeApi({
    'GET support-resets.php': () => ({ resets: [] }),
    'GET support-member.php': () => ({ member: null }),
  })
  const { container } = await show(route, { at: '/support/3cebd0f3-b89a-46f3-ad61-f0baea7b4f6e' })
  expect(await screen.findByRole('textbox', { name: /./ })).toBeVisible()
  expect(asked.map(({ path }) => path.split('?')[0])).not.toContain('support-mails.php')
  await expectAccessible(container)
})

test('an account is closed after a second press, which names the member', async () => {
  const asked = fakeApi({
    'GET support-resets.php': () => ({ resets: [] }),
    'GET support-member.php': () => ({ member: story }),
    'GET support-mails.php': () => ({ mails: [], texts: [], suppressed: null }),
    'POST support-act.php': () => ({}),
  })
  const { user } = await show(route, { at: `/support/${id}` })
  const acts = () => asked.filter(({ path }) => path === 'support-act.php')
  await user.selectOptions(await screen.findByRole('combobox'), 'close_account')
  await user.click(screen.getByRole('button', { name: 'Close the account' }))
  expect(acts()).toHaveLength(0)

  const dialog = within(screen.getByRole('dialog'))
  expect(dialog.getByText('Ada')).toBeVisible()
  await user.click(dialog.getByRole('button', { name: 'Close the account' }))
  expect(acts().map(({ body }) => (body as { act: string }).act)).toEqual(['close_account'])
})

test('a fictional profile is marked', async () => {
  fakeApi({
    'GET support-resets.php': () => ({ resets: [] }),
    'GET support-member.php': () => ({ member: { ...story, fictional: true } }),
    'GET support-mails.php': () => ({ mails: [], texts: [], suppressed: null }),
  })
  await show(route, { at: `/support/${id}` })

  expect(await screen.findByText('Fictional')).toBeVisible()
})
