import { expect, test, vi } from 'vitest'
import { chooseLocale } from './choose-locale'

const all = ['nl', 'en', 'de', 'nb']
const dutchSite = async () => ({ domain_language: 'nl-NL', locales: all })

test('an address with a language is a choice', async () => {
  expect(await chooseLocale('/en/login', 'nl', dutchSite)).toEqual({ locale: 'en', goTo: null })
})

test('the default language has no prefix', async () => {
  expect(await chooseLocale('/nl/login', null, dutchSite)).toEqual({ locale: 'nl', goTo: '/login' })
  expect(await chooseLocale('/login', null, dutchSite)).toEqual({ locale: 'nl', goTo: null })
})

test('a first visit takes the first two letters of the site language', async () => {
  expect(await chooseLocale('/', null, async () => ({ domain_language: 'de_AT', locales: all }))).toEqual({
    locale: 'de',
    goTo: '/de/',
  })
  expect(await chooseLocale('/', null, async () => ({ domain_language: 'xx', locales: all }))).toEqual({
    locale: 'nl',
    goTo: null,
  })
})

test('the cookie decides before the site is asked', async () => {
  const ask = vi.fn(dutchSite)
  expect(await chooseLocale('/members', 'fr', ask)).toEqual({ locale: 'fr', goTo: '/fr/members' })
  expect(ask).not.toHaveBeenCalled()
})

test('a language that the site does not offer is not forced', async () => {
  const site = async () => ({ domain_language: 'fr', locales: all })
  expect(await chooseLocale('/', null, site)).toEqual({ locale: 'nl', goTo: null })
})

test('a site that does not answer is shown in the default language', async () => {
  expect(await chooseLocale('/', null, async () => undefined)).toEqual({ locale: 'nl', goTo: null })
})
