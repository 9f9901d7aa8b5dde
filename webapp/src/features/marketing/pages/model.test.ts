import { expect, test } from 'vitest'
import { emptyDocument, slugOf, trimmed, withText, wordsIn } from './model'

test('a language is there as long as it has a text', () => {
  const german = withText(emptyDocument, 'de', 'title', 'Hallo ')
  expect(wordsIn(german, 'de')).toEqual({ title: 'Hallo ', accent: '', text: '', action: '' })
  expect(trimmed(german).words?.['de']?.title).toBe('Hallo')
  expect(withText(german, 'de', 'title', '').words).toEqual({})
  expect(wordsIn(german, 'en').title).toBe('')
})

test('an address is made of small letters, digits and dashes', () => {
  expect(slugOf(' Frühling & Café 2027! ')).toBe('fruhling-cafe-2027')
  expect(slugOf('—')).toBe('')
})
