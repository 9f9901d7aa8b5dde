import { expect, test } from 'vitest'
import { emptyDocument, slugOf, trimmed, withMissingWords, withText, wordsIn } from './model'

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

test('given words go to languages of the site that have none', () => {
  const given = { title: 'Faces', accent: 'first.', text: 'Look around.', action: '' }
  const english = withText(emptyDocument, 'en', 'title', 'Mine')
  const filled = withMissingWords(english, { en: given, de: given, tlh: given }, ['en', 'de', 'pl'])
  expect(filled.words).toEqual({ en: { ...given, title: 'Mine', accent: '', text: '' }, de: given })
})
