import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { fakeApi } from '@tests/fake-api'
import { show } from '@tests/render'
import { WithdrawalScreen } from './withdrawal-screen'

test.each([
  [false, 'You haven’t bought anything yet.'],
  [true, 'It’s too late to withdraw from your purchases.'],
])('a member who has bought something: %s', async (hasBought, text) => {
  fakeApi({ 'GET withdrawal.php': () => ({ purchases: [], has_bought: hasBought }) })
  await show(<WithdrawalScreen />, { at: '/withdrawal' })
  expect(await screen.findByRole('heading', { name: 'Nothing to withdraw from' })).toBeVisible()
  expect(screen.getByText(text)).toBeVisible()
})
