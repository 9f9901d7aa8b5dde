import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { expectAccessible, show } from '@tests/render'
import { Checklist } from './checklist'

const to = { confirmed: null, photo: '/profile', about: '/profile', reached: '/members' }
const facts = { confirmed: true, photo: false, about: false, reached: false }

test('what is done is ticked, what is not leads there', async () => {
  const { container } = await show(<Checklist memberId="1" facts={facts} to={to} />)

  expect(screen.getByText('1 of 4 done')).toBeVisible()
  expect(screen.getAllByRole('img', { name: 'Done' })).toHaveLength(1)
  expect(screen.getByRole('link', { name: 'Add a photo' })).toHaveAttribute('href', '/profile')
  await expectAccessible(container)
})

test('it is hidden for good', async () => {
  const { user, unmount } = await show(<Checklist memberId="1" facts={facts} to={to} />)
  await user.click(screen.getByRole('button', { name: 'Don’t show again' }))
  expect(screen.queryByText('1 of 4 done')).toBeNull()
  unmount()

  await show(<Checklist memberId="1" facts={facts} to={to} />)
  expect(screen.queryByText('1 of 4 done')).toBeNull()
})

test('nobody is asked for what is done already', async () => {
  await show(<Checklist memberId="1" facts={{ confirmed: true, photo: true, about: true, reached: true }} to={to} />)
  expect(screen.queryByRole('list')).toBeNull()
})
