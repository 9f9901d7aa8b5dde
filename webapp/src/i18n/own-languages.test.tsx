import { afterEach, expect, test, vi } from 'vitest'
import { isLocale, nameInItself, splitPath } from './locales'
import { fetchTexts, languagesAttribute, ownLanguages } from './own-languages'

afterEach(() => {
  delete document.documentElement.dataset.languages
  vi.unstubAllGlobals()
})

test('the languages of a page are those that the server wrote into it', () => {
  expect(splitPath('/pt/login')).toEqual({ locale: null, rest: '/pt/login' })

  const own = new Map([
    ['pt', '1f'],
    ['cs', '2e'],
  ])
  expect(languagesAttribute(own)).toBe(' data-languages="pt:1f cs:2e"')
  document.documentElement.dataset.languages = 'pt:1f cs:2e'

  expect(ownLanguages()).toEqual(own)
  expect(splitPath('/pt/login')).toEqual({ locale: 'pt', rest: '/login' })
  expect(isLocale('hu')).toBe(false)
  expect(isLocale('constructor')).toBe(false)
  expect(nameInItself('pt')).toBe('Português')
})

test('texts are asked for by their version, and a file without any is English', async () => {
  document.documentElement.dataset.languages = 'pt:1f'
  const fetched = vi.fn(async (path: string) =>
    path.startsWith('/texts/pt/common.json') ? Response.json({ close: 'Fechar' }) : new Response('', { status: 404 }),
  )
  vi.stubGlobal('fetch', fetched)

  expect(await fetchTexts('pt', 'common')).toEqual({ close: 'Fechar' })
  expect(fetched).toHaveBeenCalledWith('/texts/pt/common.json?v=1f')
  expect(await fetchTexts('pt', 'chat')).toEqual({})
})

test('an answer that is no text is a failure', async () => {
  vi.stubGlobal('fetch', async () => new Response('', { status: 503 }))

  await expect(fetchTexts('pt', 'common')).rejects.toThrow('503')
})
