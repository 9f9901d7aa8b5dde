import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { failure, fakeApi } from '@tests/fake-api'
import { expectAccessible, show } from '@tests/render'
import { RetentionOffer } from './retention-offer'

const discount = { code: 'STAY-12AB', value_percentage: 25, expires: '2026-12-24T18:00:00Z', reason: 'personal' }
const visible = { 'GET privacy.php': () => ({ invisible: false, hidden: false, blocked_count: 0 }) }

test('a discount is offered with its code and its end, and dismissed for good', async () => {
  fakeApi({ ...visible, 'POST discountcode.php': () => ({ discount }) })
  const { user, container, unmount } = await show(<RetentionOffer memberId="ann" hasDiscount />)
  expect(await screen.findByRole('link', { name: /25/ })).toHaveAttribute('href', '/credits?code=STAY-12AB')
  expect(screen.getByText(/2026/)).toBeVisible()
  await expectAccessible(container)
  await user.click(screen.getByRole('button', { name: 'No, thanks' }))
  expect(screen.queryByRole('link')).toBeNull()
  unmount()
  await show(<RetentionOffer memberId="ann" hasDiscount />)
  expect(screen.queryByRole('link')).toBeNull()
})

test('without a discount a visible member is offered invisible mode', async () => {
  const asked = fakeApi(visible)
  await show(<RetentionOffer memberId="bo" hasDiscount={false} />)
  expect(await screen.findByRole('link', { name: 'See invisible mode' })).toHaveAttribute('href', '/settings/privacy')
  expect(asked.some(({ method }) => method === 'POST')).toBe(false)
})

test('a member who is invisible and has no discount is offered nothing', async () => {
  const asked = fakeApi({
    'GET privacy.php': () => ({ invisible: true, hidden: false, blocked_count: 0 }),
    'POST discountcode.php': () => failure(422, 'discount_expired'),
  })
  await show(<RetentionOffer memberId="eve" hasDiscount />)
  await waitFor(() => expect(asked).toHaveLength(2))
  expect(screen.queryByRole('link')).toBeNull()
})
