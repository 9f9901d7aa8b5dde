import { screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { fakeApi } from '@tests/fake-api'
import { show } from '@tests/render'
import { discountQuery, routeQuery } from './route-query'
import { useSettings } from './use-settings'

afterEach(() => window.history.replaceState(null, '', '/'))

test('the settings are requested with the query of the page', async () => {
  window.history.replaceState(null, '', '/?geoip_country=DE&network=abc')
  const { asked } = countryOf()
  await show(<Country />)
  expect(await screen.findByText('DE')).toBeVisible()
  expect(asked()).toEqual(['?geoip_country=DE&network=abc'])
})

test('a token of a mailed link goes nowhere', () => {
  expect(routeQuery('?token=secret&email=ann%40example.org&sub1=x&ref=')).toEqual({ sub1: 'x' })
})

test('a discount is asked for with the code of the page, and with nothing else of its query', () => {
  expect(discountQuery('?code=%20SUMMER&token=secret&network=abc')).toEqual({ code: 'SUMMER' })
  expect(discountQuery('?code=&welcome=true')).toBeNull()
})

function Country() {
  return <p>{useSettings().settings?.geoip_selected_country}</p>
}

function countryOf() {
  const queries: string[] = []
  fakeApi({
    'GET settings.php': ({ query }) => {
      queries.push(`?${query}`)
      return { settings: { geoip_selected_country: query.get('geoip_country') ?? 'NL' } }
    },
  })
  return { asked: () => queries }
}
