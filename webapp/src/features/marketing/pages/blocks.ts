import type { PageDocument } from '@/api/types'

export type Block = NonNullable<PageDocument['blocks']>[number]
export type Kind = Block['kind']
type Item = Record<string, string>

export const kinds: Kind[] = ['points', 'questions', 'call', 'form']
export const mostBlocks = 6
/** Fields of one item, and how many items a block of the kind has; a block of one sentence has no items. */
export const fieldsOf = {
  points: ['title', 'text'],
  questions: ['question', 'answer'],
  call: ['call'],
  form: ['call'],
} as const
export const bounds: Record<Kind, [number, number]> = { points: [2, 4], questions: [1, 8], call: [1, 1], form: [1, 1] }
/** Kinds of which a page has one at most. */
const single: Kind[] = ['form']
export const longestField = { title: 44, text: 200, question: 80, answer: 400, call: 80 } as const
export type Field = keyof typeof longestField

export const isSentence = (kind: Kind) => kind === 'call' || kind === 'form'
/** The kinds that a page with these blocks may get one more of. */
export const addable = (blocks: Block[]): Kind[] =>
  kinds.filter((kind) => !single.includes(kind) || blocks.every((block) => block.kind !== kind))

export const emptyBlock = (kind: Kind): Block => ({ kind, words: {} }) as Block

/** The items of a block in a language, as many as in the language that has most of them. */
export function itemsIn(block: Block, language: string): Item[] {
  const items = listed(block)[language] ?? []
  return Array.from({ length: countOf(block) }, (_, index) => items[index] ?? {})
}

export function countOf(block: Block): number {
  return Math.max(bounds[block.kind][0], ...Object.values(listed(block)).map((items) => items.length))
}

export function withField(block: Block, language: string, index: number, field: Field, text: string): Block {
  const items = itemsIn(block, language).map((item, at) => (at === index ? { ...item, [field]: text } : item))
  return packed(block.kind, { ...listed(block), [language]: items })
}

/** The block with so many items in every language. */
export function withCount(block: Block, count: number): Block {
  const words = Object.entries(listed(block)).map(([language, items]) => [
    language,
    Array.from({ length: count }, (_, index) => items[index] ?? {}),
  ])
  return packed(block.kind, Object.fromEntries(words))
}

/** As the server wants it: no blanks at the ends, all fields of an item, no language without any text. */
export function trimmedBlock(block: Block): Block {
  const words = Object.entries(listed(block))
    .map(([language, items]): [string, Item[]] => [language, items.map((item) => trimmedItem(block.kind, item))])
    .filter(([, items]) => items.some((item) => Object.values(item).some((text) => text !== '')))
  return packed(block.kind, Object.fromEntries(words))
}

export function moved<T>(list: T[], from: number, to: number): T[] {
  const rest = list.filter((_, index) => index !== from)
  return [...rest.slice(0, to), ...list.slice(from, from + 1), ...rest.slice(to)]
}

const trimmedItem = (kind: Kind, item: Item): Item =>
  Object.fromEntries(fieldsOf[kind].map((field) => [field, (item[field] ?? '').trim()]))

/** The words of every kind alike: lists of items by language. */
function listed(block: Block): Record<string, Item[]> {
  if (!isSentence(block.kind)) return block.words as unknown as Record<string, Item[]>
  const sentences = block.words as Record<string, string>
  return Object.fromEntries(Object.entries(sentences).map(([language, call]) => [language, [{ call }]]))
}

function packed(kind: Kind, words: Record<string, Item[]>): Block {
  if (!isSentence(kind)) return { kind, words } as unknown as Block
  const sentences = Object.entries(words).map(([language, [item]]) => [language, item?.['call'] ?? ''])
  return { kind, words: Object.fromEntries(sentences) } as Block
}
