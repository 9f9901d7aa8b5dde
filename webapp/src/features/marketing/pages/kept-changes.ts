import { keep, kept } from '@/api/device/member-storage'
import type { PageDocument } from '@/api/types'

/** What a marketer has not saved, and the newest version it was made from. */
export interface Changes {
  base: number
  document: PageDocument
}

const entryName = (slug: string) => `page-changes:${slug}`

/** Null for none, and for what an older release of the app kept in another form. */
export function keptChanges(memberId: string, slug: string): Changes | null {
  const found = kept<Partial<Changes>>(memberId, entryName(slug))
  return typeof found?.base === 'number' && found.document?.scene ? (found as Changes) : null
}

export const keepChanges = (memberId: string, slug: string, changes: Changes): void =>
  keep(memberId, entryName(slug), changes)

export const forgetChanges = (memberId: string, slug: string): void => keep(memberId, entryName(slug), null)
