import type { Block } from './markdown'

/** The anchor of the section whose heading is the block at `place`. */
export const sectionId = (place: number): string => `section-${place}`

/** The sections of a page, in its order. */
export function sectionsOf(blocks: Block[]): { id: string; title: string }[] {
  return blocks.flatMap((block, place) =>
    block.kind === 'heading' ? [{ id: sectionId(place), title: block.content.map(({ text }) => text).join('') }] : [],
  )
}
