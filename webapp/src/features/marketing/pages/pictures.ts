import type { PageDocument } from '@/api/types'
import type { Block, Kind } from './blocks'

export type OwnPicture = NonNullable<PageDocument['hero']>

/** How many pictures a block of the kind may have. */
const most: Partial<Record<Kind, number>> = { gallery: 12, logo: 1, quotes: 3 }
export const mostPictures = (kind: Kind): number => most[kind] ?? 0

export const picturesOf = (block: Block): OwnPicture[] =>
  ('pictures' in block && (block.pictures as OwnPicture[] | null | undefined)) || []

/** The block with these pictures; without any it has what the site draws. */
export function withPictures(block: Block, pictures: OwnPicture[]): Block {
  const { pictures: _, ...rest } = block as Block & { pictures?: unknown }
  return (pictures.length > 0 ? { ...rest, pictures } : rest) as Block
}

/** As the server wants it: descriptions without blanks at the ends, and none that are empty. */
export function trimmedPicture(picture: OwnPicture): OwnPicture {
  const texts = Object.entries(picture.alt ?? {}).map(([language, text]) => [language, text.trim()])
  return { ...picture, alt: Object.fromEntries(texts.filter(([, text]) => text !== '')) as OwnPicture['alt'] }
}
