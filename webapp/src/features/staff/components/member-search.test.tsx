import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { failure, fakeApi } from '@tests/fake-api'
import { expectAccessible, show } from '@tests/render'
import { MemberSearch } from './member-search'

const ann = { id: 'ann', name: 'Ann', age: 30, town: 'Utrecht', country: 'NL' }

test('a search is sent with its kind and its reason', async () => {
  const asked = fakeApi({ 'POST staff-find.php': () => ({ found: [ann] }) })
  const { user, container } = await show(<MemberSearch />)
  await user.selectOptions(screen.getByLabelText('Search by'), 'Telephone number')
  await user.type(screen.getByLabelText('Telephone number'), ' 5678 ')
  await user.click(screen.getByRole('button', { name: 'Look up' }))
  expect(asked).toHaveLength(0)

  await user.type(screen.getByLabelText('Why are you looking for this member?'), ' A call ')
  await user.click(screen.getByRole('button', { name: 'Look up' }))

  expect(await screen.findByRole('link', { name: 'Ann, 30' })).toBeVisible()
  expect(asked.map(({ body }) => body)).toMatchObject([{ by: 'phone', text: '5678', reason: 'A call' }])
  await expectAccessible(container)
})

test('a case is the reason of a search', async () => {
  const asked = fakeApi({ 'POST staff-find.php': () => ({ found: [] }) })
  const { user } = await show(<MemberSearch />, { at: '/staff/member?case=c1' })
  expect(screen.queryByLabelText('Why are you looking for this member?')).toBeNull()
  await user.type(screen.getByLabelText('Name'), 'Ann{Enter}')

  expect(await screen.findByText('Nobody was found.')).toBeVisible()
  expect(asked.map(({ body }) => body)).toMatchObject([{ by: 'name', text: 'Ann', case_id: 'c1' }])
})

test('a refused search says why', async () => {
  fakeApi({ 'POST staff-find.php': () => failure(503, 'unavailable') })
  const { user } = await show(<MemberSearch />, { at: '/staff/member?case=c1' })
  await user.type(screen.getByLabelText('Name'), 'Ann{Enter}')

  expect(await screen.findByRole('alert')).toBeVisible()
})
