import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { expectAccessible, show } from '@tests/render'
import { Checklist } from './checklist'

const to = { confirmed: null, photo: '/profile', about: '/profile', reached: '/members' }
const facts = { confirmed: true, photo: false, about: false, reached: false }

test('completed steps are ticked, and open steps are links', async () => {
  const { container } = await show(<Checklist memberId="1" facts={facts} to={to} />)

  expect(screen.getByText('1 of 4 done')).toBeVisible()
  expect(screen.getAllByRole('img', { name: 'Done' })).toHaveLength(1)
  expect(screen.getByRole('link', { name: 'Add a photo' })).toHaveAttribute('href', '/profile')
  await expectAccessible(container)
})

test('dismissing hides it permanently', async () => {
  const { user, unmount } = await show(<Checklist memberId="1" facts={facts} to={to} />)
  await user.click(screen.getByRole('button', { name: 'Don’t show again' }))
  expect(screen.queryByText('1 of 4 done')).toBeNull()
  unmount()

  await show(<Checklist memberId="1" facts={facts} to={to} />)
  expect(screen.queryByText('1 of 4 done')).toBeNull()
})

test('completed steps are not asked for', async () => {
  await show(<Checklist memberId="1" facts={{ confirmed: true, photo: true, about: true, reached: true }} to={to} />)
  expect(screen.queryByRole('list')).toBeNull()
})
