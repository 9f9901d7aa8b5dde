import type { ReactNode } from 'react'
import type { Card, Chat, Id } from '@/api/types'

/** Parts of a chat that other features draw. */
export interface ChatSlots {
  aboveComposer?: (profile: Card, chat: Chat) => ReactNode
  /** Buttons of calls in the head of the chat. */
  calls?: (profile: Card, chat: Chat) => ReactNode
  /** Draws the chat with ways to block its partner and to end the contact. */
  blocking?: (profile: Card, draw: (onBlock: () => void, onUnmatch?: () => void) => ReactNode) => ReactNode
  /** The photo or answer that the words of a like are about. */
  openerQuote?: (partner: Card, own: boolean, words: string) => ReactNode
  /** A button that takes the block of that member back. */
  unblock?: (profile: { id: Id; name: string }, onDone: () => void) => ReactNode
}
