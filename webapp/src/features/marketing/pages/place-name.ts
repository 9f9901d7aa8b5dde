import type { TFunction } from 'i18next'
import { nameInItself } from '@/i18n/locales'

const names = {
  slug: 'slug',
  scene: 'scene',
  niche: 'niche',
  palette: 'palette',
  portraits: 'portraits',
  hero: 'hero',
  languages: 'offered_in',
  title: 'headline',
  accent: 'accent',
  text: 'text',
  action: 'action',
} as const

/** A place in a document as the form calls it: `blocks.0.words.de.1.title` is "Block 1 (Deutsch)". */
export function placeName(t: TFunction<'landing'>, place: string): string {
  const [first = '', second = '', ...rest] = place.split('.')
  const language = languageOf(place)
  const suffix = language ? ` (${nameInItself(language)})` : ''
  if (first === 'blocks') return t('block', { number: Number(second) + 1 }) + suffix
  if (first === 'words') {
    const part = names[(rest[0] ?? '') as 'title']
    return part ? t(part) + suffix : suffix.slice(2, -1)
  }
  const name = names[first as 'slug']
  return name ? t(name) + suffix : place
}

/** The language a place is about, if it is about one. */
export function languageOf(place: string): string | undefined {
  const parts = place.split('.')
  const at = parts.findIndex((part) => part === 'words' || part === 'alt')
  return at < 0 ? undefined : parts[at + 1]
}

export const fieldId = (...place: (string | number)[]): string => `at-${place.join('.')}`
