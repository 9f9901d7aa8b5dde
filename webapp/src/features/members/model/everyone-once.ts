import type { FoundCard, SearchResults } from '@/api/types'

/** All pages as one list; a member who moved between two requests is in it once. */
export function everyoneOnce(pages: SearchResults[]): FoundCard[] {
  const seen = new Map<string, FoundCard>()
  for (const page of pages) for (const card of page.profiles) if (!seen.has(card.id)) seen.set(card.id, card)
  return [...seen.values()]
}
