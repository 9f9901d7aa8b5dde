import { useState } from 'react'
import type { Message } from '@/api/types'

/** The number of the partner's messages that arrived while the end of the list was out of view. */
export function useNewCount(messages: Message[], isAtEnd: boolean): number {
  const last = messages.at(-1)?.seq ?? 0
  const [seen, setSeen] = useState(last)
  if (isAtEnd && seen !== last) setSeen(last)
  return isAtEnd ? 0 : messages.filter((message) => !message.own && message.seq > seen).length
}
