import type { Query } from './http'

/** The parameters of the address that are sent with the settings; all others, such as the token of a mailed link, stay here. */
const forwarded = ['geoip_country', 'network', 'ref', 'sub1', 'sub2', 'sub3', 'lb']

/** The part of the page's query that goes with `settings.php` (section 7 of the specification). */
export function routeQuery(search: string): Query {
  const query = new URLSearchParams(search)
  return Object.fromEntries(forwarded.flatMap((name) => (query.get(name) ? [[name, query.get(name)]] : [])))
}

/** The part of it that goes with `discountcode.php`: who follows a link with a code gets its discount. */
export function discountQuery(search: string): { code: string } | null {
  const code = new URLSearchParams(search).get('code')?.trim()
  return code ? { code } : null
}

/** The settings of the site, as the page that is open asks for them. */
export const settingsQuery = (): Query => routeQuery(typeof location === 'undefined' ? '' : location.search)
