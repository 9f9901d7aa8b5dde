import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { fakeApi } from '@tests/fake-api'
import { expectAccessible, show } from '@tests/render'
import { SafetyCentre } from './safety-centre'

const numbers = { NL: ['112'], GB: ['999', '112'], US: ['911'] }
const site = (geoip_country: string | null) => ({
  'GET settings.php': () => ({
    settings: {
      emergency_numbers: numbers,
      geoip_country,
      geoip_selected_country: 'NL',
      privacy_switches: ['contacts'],
    },
  }),
})

test.each([
  ['GB', ['Call 999', 'Call 112']],
  ['US', ['Call 911']],
  [null, ['Call 112']],
  ['BR', ['Call 112']],
])('in %s', async (country, called) => {
  fakeApi(site(country))
  const { container } = await show(<SafetyCentre isMember />)
  expect((await screen.findAllByRole('link', { name: /^Call/ })).map((link) => link.textContent)).toEqual(called)
  expect(screen.getByRole('link', { name: called[0]! })).toHaveAttribute('href', `tel:${called[0]!.slice(5)}`)
  await expectAccessible(container)
})

test('visitors get no links to lists of members', async () => {
  fakeApi(site('NL'))
  await show(<SafetyCentre isMember={false} />)
  expect(await screen.findByRole('link', { name: 'Report someone' })).toBeVisible()
  expect(screen.queryByRole('link', { name: 'Blocked people' })).not.toBeInTheDocument()
})
