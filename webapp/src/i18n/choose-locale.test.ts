import { expect, test, vi } from 'vitest'
import { chooseLocale } from './choose-locale'

const dutchSite = async () => 'nl-NL'

test('an address with a language is a choice', async () => {
  expect(await chooseLocale('/en/login', 'nl', dutchSite)).toEqual({ locale: 'en', goTo: null })
})

test('the default language has no prefix', async () => {
  expect(await chooseLocale('/nl/login', null, dutchSite)).toEqual({ locale: 'nl', goTo: '/login' })
  expect(await chooseLocale('/login', null, dutchSite)).toEqual({ locale: 'nl', goTo: null })
})

test('a first visit takes the first two letters of the site language', async () => {
  expect(await chooseLocale('/', null, async () => 'de_AT')).toEqual({ locale: 'de', goTo: '/de/' })
  expect(await chooseLocale('/', null, async () => 'xx')).toEqual({ locale: 'nl', goTo: null })
})

test('the cookie decides before the site is asked', async () => {
  const ask = vi.fn(dutchSite)
  expect(await chooseLocale('/members', 'fr', ask)).toEqual({ locale: 'fr', goTo: '/fr/members' })
  expect(ask).not.toHaveBeenCalled()
})
