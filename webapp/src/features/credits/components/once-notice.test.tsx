import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { fakeApi } from '@tests/fake-api'
import { show } from '@tests/render'
import { OnceNotice } from './once-notice'

const countries = { NL: { costs: '0.27', currency: 'EUR' }, CH: { costs: '0.30', currency: 'CHF' } }

function aServer(country: string) {
  fakeApi({
    'GET settings.php': () => ({ settings: { message_credits: 2, minimum_message_costs: countries } }),
    'GET packages.php': () => ({
      packages: [],
      country,
      vat_percentage: '21',
      methods: [],
      saveable_methods: [],
      refund_days: 14,
      balance: null,
      cannot_buy: null,
    }),
  })
}

test('the least a message costs is that of the country of the prices', async () => {
  aServer('CH')
  await show(<OnceNotice />)
  expect(await screen.findByText(/a message costs from CHF\s0\.30, depending on the package/)).toBeVisible()
})

test('a country without such a sum has no sentence about it', async () => {
  aServer('PL')
  await show(<OnceNotice />)
  expect(await screen.findByText(/You can get a refund for unused credits within 14 days/)).toBeVisible()
  expect(screen.queryByText(/a message costs from/)).toBeNull()
})
