import { useState } from 'react'
import type { Id } from '@/api/types'
import { useSingleton } from '@/singletons'
import { createDrafts } from '@/features/chat/api/drafts'

/** The draft to a member; it outlives the screen, the session and a reload. */
export function useDraft(memberId: Id, profileId: Id): [string, (text: string) => void] {
  const { read, write } = useSingleton(createDrafts)
  const [text, setText] = useState(() => read(memberId, profileId))
  const set = (next: string) => {
    setText(next)
    write(memberId, profileId, next)
  }
  return [text, set]
}
