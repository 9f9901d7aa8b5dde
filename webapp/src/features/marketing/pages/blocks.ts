import type { PageDocument } from '@/api/types'
import { picturesOf, trimmedPicture, withPictures } from './pictures'

export type Block = NonNullable<PageDocument['blocks']>[number]
export type Kind = Block['kind']
type Item = Record<string, string>

export const mostBlocks = 12
const sentence = { fields: ['call'], bounds: [1, 1] } as const
/** Fields of one item, and how many items a block of the kind has; words of a block of one sentence are no list. */
const shapes = {
  form: sentence,
  points: { fields: ['title', 'text'], bounds: [2, 4] },
  steps: { fields: ['title', 'text'], bounds: [2, 5] },
  questions: { fields: ['question', 'answer'], bounds: [1, 8] },
  quotes: { fields: ['quote', 'person', 'source'], bounds: [1, 3] },
  numbers: { fields: ['number', 'text', 'source'], bounds: [1, 4] },
  comparison: { fields: ['feature', 'ours', 'elsewhere'], bounds: [2, 8] },
  gallery: sentence,
  price: sentence,
  countdown: sentence,
  logo: sentence,
  call: sentence,
} as const satisfies Record<Kind, { fields: readonly string[]; bounds: readonly [number, number] }>
export type Field = (typeof shapes)[Kind]['fields'][number]
export const kinds = Object.keys(shapes) as Kind[]
export const fieldsOf = (kind: Kind): readonly Field[] => shapes[kind].fields
export const boundsOf = (kind: Kind): readonly [number, number] => shapes[kind].bounds
export const isSentence = (kind: Kind) => shapes[kind] === sentence

/** The most letters of a field; a few kinds give it less than the others. */
export function longestOf(kind: Kind, field: Field): number {
  return (kind === 'numbers' && longestInNumbers[field]) || longest[field]
}
const longestInNumbers: Partial<Record<Field, number>> = { text: 80 }
const longest: Record<Field, number> = {
  title: 44,
  text: 200,
  question: 80,
  answer: 400,
  call: 80,
  quote: 400,
  person: 44,
  source: 80,
  number: 12,
  feature: 44,
  ours: 80,
  elsewhere: 80,
}

/** The kinds that a page with these blocks may get one more of: it has one form. */
export const addable = (blocks: Block[]): Kind[] =>
  kinds.filter((kind) => kind !== 'form' || blocks.every((block) => block.kind !== kind))

const week = 7 * 86_400_000

/** A new block without words. A countdown ends in a week, at a whole hour. */
export function emptyBlock(kind: Kind, now = Date.now()): Block {
  const ends = new Date(now + week)
  ends.setMinutes(0, 0, 0)
  const more: Partial<Record<Kind, object>> = {
    gallery: { portraits: [1, 2, 3, 4] },
    countdown: { ends_at: ends.toISOString() },
  }
  return { kind, words: {}, ...more[kind] } as Block
}

/** The items of a block in a language, as many as in the language that has most of them. */
export function itemsIn(block: Block, language: string): Item[] {
  const items = listed(block)[language] ?? []
  return Array.from({ length: countOf(block) }, (_, index) => items[index] ?? {})
}

export function countOf(block: Block): number {
  return Math.max(boundsOf(block.kind)[0], ...Object.values(listed(block)).map((items) => items.length))
}

export function withField(block: Block, language: string, index: number, field: Field, text: string): Block {
  const items = itemsIn(block, language).map((item, at) => (at === index ? { ...item, [field]: text } : item))
  return packed(block, { ...listed(block), [language]: items })
}

/** The block with so many items in every language. */
export function withCount(block: Block, count: number): Block {
  const words = Object.entries(listed(block)).map(([language, items]) => [
    language,
    Array.from({ length: count }, (_, index) => items[index] ?? {}),
  ])
  return packed(block, Object.fromEntries(words))
}

/** As the server wants it: no blanks at the ends, all fields of an item, no language without any text. */
export function trimmedBlock(block: Block): Block {
  const words = Object.entries(listed(block))
    .map(([language, items]): [string, Item[]] => [language, items.map((item) => trimmedItem(block.kind, item))])
    .filter(([, items]) => items.some((item) => Object.values(item).some((text) => text !== '')))
  return withPictures(packed(block, Object.fromEntries(words)), picturesOf(block).map(trimmedPicture))
}

export function moved<T>(list: T[], from: number, to: number): T[] {
  const rest = list.filter((_, index) => index !== from)
  return [...rest.slice(0, to), ...list.slice(from, from + 1), ...rest.slice(to)]
}

const trimmedItem = (kind: Kind, item: Item): Item =>
  Object.fromEntries(fieldsOf(kind).map((field) => [field, (item[field] ?? '').trim()]))

/** The words of every kind alike: lists of items by language. */
function listed(block: Block): Record<string, Item[]> {
  if (!isSentence(block.kind)) return block.words as unknown as Record<string, Item[]>
  const sentences = block.words as Record<string, string>
  return Object.fromEntries(Object.entries(sentences).map(([language, call]) => [language, [{ call }]]))
}

function packed(block: Block, words: Record<string, Item[]>): Block {
  if (!isSentence(block.kind)) return { ...block, words } as unknown as Block
  const sentences = Object.entries(words).map(([language, [item]]) => [language, item?.['call'] ?? ''])
  return { ...block, words: Object.fromEntries(sentences) } as Block
}
