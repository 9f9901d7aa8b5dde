import { local } from '@/api/device/storage'

const storageKey = (memberId: string) => `checklist-hidden:${memberId}`

export interface Facts {
  confirmed: boolean
  photo: boolean
  about: boolean
  /** Liked someone or wrote to someone. */
  reached: boolean
}

export const items = ['confirmed', 'photo', 'about', 'reached'] as const

export function doneOf(facts: Facts): number {
  return items.filter((item) => facts[item]).length
}

/** Hidden for good: unlike drafts this outlives logging out, and says nothing but that. */
export function hideForGood(memberId: string): void {
  local.set(storageKey(memberId), '1')
}

export function isHidden(memberId: string): boolean {
  return local.get(storageKey(memberId)) !== null
}
