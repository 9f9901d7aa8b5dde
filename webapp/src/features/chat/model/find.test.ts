import { expect, test } from 'vitest'
import { foundParts, holds } from './find'

const marked = (text: string, words: string) =>
  foundParts(text, words)
    .map((part) => (part.found ? `[${part.text}]` : part.text))
    .join('')

test.each([
  ['Un Café, un cafe', 'CAFE', 'Un [Café], un [cafe]'],
  ['Straße', 'strasse', '[Straße]'],
  ['Ærø 🏖 Łódź', 'lodz', 'Ærø 🏖 [Łódź]'],
  ['cafe\u0301 bar', 'cafe b', '[cafe\u0301 b]ar'],
  ['It’s ten', "it's", '[It’s] ten'],
  ['nothing', 'x', 'nothing'],
  ['nothing', '  ', 'nothing'],
])('in %j, %j is marked', (text, words, expected) => {
  expect(marked(text, words)).toBe(expected)
  expect(
    foundParts(text, words)
      .map((part) => part.text)
      .join(''),
  ).toBe(text)
  expect(holds(text, words)).toBe(expected.includes('['))
})
