import type { PageDocument } from '@/api/types'
import { trimmedBlock } from './blocks'
import { trimmedPicture } from './pictures'

export const scenes: PageDocument['scene'][] = [
  'tinderswipe',
  'alonetonight',
  'collagelanding',
  'gallery',
  'iconslanding',
  'maplanding',
  'socialnetwork',
  'transitionsvideolanding',
  'video',
  'member',
  'member2',
  'member3',
]

/** Names of the niches 1 to 7, as the specification gives them. */
export const niches = ['plain', 'she', 'bdsm', 'bbw', 'gilf', 'milf', 'gay']

/** Numbers of the drawn portraits (services/lander/web/static/people). */
export const portraits = Array.from({ length: 12 }, (_, index) => index + 1)

export const emptyDocument: PageDocument = {
  scene: 'gallery',
  niche: null,
  palette: null,
  portraits: null,
  hero: null,
  words: {},
  blocks: [],
  languages: null,
  is_unlisted: null,
}

type Words = NonNullable<PageDocument['words']>
export type Part = 'title' | 'accent' | 'text' | 'action'
export const longest: Record<Part, number> = { title: 44, accent: 44, text: 200, action: 30 }

export function wordsIn(document: PageDocument, language: string): Record<Part, string> {
  return { title: '', accent: '', text: '', action: '', ...document.words?.[language] }
}

/** The document with one text changed; a language without any text is left out. */
export function withText(document: PageDocument, language: string, part: Part, text: string): PageDocument {
  const changed = { ...wordsIn(document, language), [part]: text }
  const words: Words = { ...document.words, [language]: changed }
  if (Object.values(changed).every((each) => each === '')) delete words[language]
  return { ...document, words }
}

/** The document with `given` words for those of the languages that have none. */
export function withMissingWords(document: PageDocument, given: Words, languages: string[]): PageDocument {
  const words: Words = { ...document.words }
  for (const each of languages) {
    const text = given[each]
    if (!words[each] && text) words[each] = text
  }
  return { ...document, words }
}

/** As the server wants it: no blanks at the ends. */
export function trimmed(document: PageDocument): PageDocument {
  const words = Object.fromEntries(
    Object.entries(document.words ?? {}).map(([language, { title, accent, text, action }]) => [
      language,
      { title: title.trim(), accent: accent.trim(), text: text.trim(), action: (action ?? '').trim() },
    ]),
  )
  const hero = document.hero && { hero: trimmedPicture(document.hero) }
  return { ...document, words, ...hero, blocks: (document.blocks ?? []).map(trimmedBlock) }
}

/** The slug of an address as people type one. */
export const slugOf = (typed: string): string =>
  typed
    .toLowerCase()
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 40)
