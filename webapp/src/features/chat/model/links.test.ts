import { expect, test } from 'vitest'
import { partsOf } from './links'

const hosts = (text: string) => partsOf(text).flatMap(({ link }) => (link ? [link.host] : []))

test('a text without an address is one part', () => {
  expect(partsOf('See you at 8.30, ok?')).toEqual([{ text: 'See you at 8.30, ok?' }])
  expect(partsOf('')).toEqual([{ text: '' }])
})

test('nothing of a text is lost, and the mark after an address is not of it', () => {
  const text = 'Look: https://example.org/a?b=1, or (www.example.com)!'
  const parts = partsOf(text)
  expect(parts.map((part) => part.text).join('')).toBe(text)
  expect(parts.map(({ link }) => link?.href)).toEqual([
    undefined,
    'https://example.org/a?b=1',
    undefined,
    'https://www.example.com/',
    undefined,
  ])
})

test('the shown host is the host of the link', () => {
  expect(hosts('https://pairwise.example.evil.test/login')).toEqual(['pairwise.example.evil.test'])
  expect(hosts('https://bücher.test')).toEqual(['xn--bcher-kva.test'])
})

test.each(['https://pairwise.example@evil.test', 'javascript:alert(1)', 'https://localhost', 'http://', 'www.'])(
  '%s stays words',
  (text) => expect(hosts(text)).toEqual([]),
)
