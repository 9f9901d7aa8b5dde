import { useState } from 'react'
import { keep, kept } from '@/api/device/member-storage'
import type { Id } from '@/api/types'

/** The draft to a member; it outlives the screen, the session and a reload. */
export function useDraft(memberId: Id, profileId: Id): [string, (text: string) => void] {
  const name = `draft:${profileId}`
  const [text, setText] = useState(() => kept<string>(memberId, name) ?? '')
  const set = (next: string) => {
    setText(next)
    keep(memberId, name, next === '' ? null : next)
  }
  return [text, set]
}
