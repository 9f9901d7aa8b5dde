import { expect, test } from 'vitest'
import { formattingLocale } from './formatting-locale'

test('the region of the reader stays when the language is the same', () => {
  expect(formattingLocale('en', ['nl-NL', 'en-IE'])).toBe('en-IE')
})

test('the region of another language is ignored', () => {
  expect(formattingLocale('de', ['nl-NL', 'en-IE'])).toBe('de')
})
