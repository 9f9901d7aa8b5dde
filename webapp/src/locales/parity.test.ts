import { describe, expect, test } from 'vitest'
import { locales } from '@/i18n/locales'

type Texts = Record<string, string>

const files = import.meta.glob<Texts>('./*/*.json', { import: 'default', eager: true })
const namespaces = Object.keys(files).flatMap((path) => path.match(/^\.\/en\/(\w+)\.json$/)?.[1] ?? [])
const plural = /_(zero|one|two|few|many|other)$/

const textsOf = (locale: string, namespace: string) => files[`./${locale}/${namespace}.json`] ?? {}
const base = (key: string) => key.replace(plural, '')
// A language may need a value once where another names it twice.
const placeholders = (text: string) => [...new Set([...text.matchAll(/{{\s*(\w+)/g)].map((match) => match[1]))].toSorted()
const bases = (texts: Texts) => [...new Set(Object.keys(texts).map(base))].toSorted()
const isCounted = (english: Texts, name: string) => `${name}_one` in english && `${name}_other` in english
const isPlural = (english: Texts, key: string) => plural.test(key) && isCounted(english, base(key))

/** The forms a language needs for a count, beside the ones for fractions and millions. */
function formsOf(locale: string): string[] {
  const rules = new Intl.PluralRules(locale)
  return [...new Set([0, 1, 2, 5, 22].map((count) => rules.select(count)))]
}

describe.each(namespaces)('%s', (namespace) => {
  const english = textsOf('en', namespace)

  test.each(locales)('%s has every text and no other', (locale) => {
    const texts = bases(textsOf(locale, namespace))
    expect(texts).toEqual(bases(english))
  })

  test.each(locales)('%s keeps the placeholders', (locale) => {
    for (const [key, text] of Object.entries(textsOf(locale, namespace))) {
      const original = english[key] ?? english[`${base(key)}_other`] ?? ''
      const ours = placeholders(text)
      const theirs = placeholders(original)
      if (isPlural(english, key)) expect(theirs, key).toEqual(expect.arrayContaining(ours))
      // A language may leave out a member's name, which it would have to inflect.
      else expect([theirs, theirs.filter((name) => name !== 'name')], key).toContainEqual(ours)
    }
  })

  test.each(locales)('%s has every plural form of what it translates', (locale) => {
    const texts = textsOf(locale, namespace)
    const counted = bases(texts).filter((key) => isCounted(english, key))
    for (const key of counted) {
      for (const form of formsOf(locale)) expect(texts, `${key}_${form}`).toHaveProperty([`${key}_${form}`])
    }
  })
})
