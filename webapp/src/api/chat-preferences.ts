import { useState } from 'react'
import { keep, kept } from './device/member-storage'
import type { Id } from './types'

/** The key that sends a message, and the sounds, on this device. */
export interface ChatPreferences {
  enterSends: boolean
  tone: boolean
}

const name = 'chat-habits'
const usual: ChatPreferences = { enterSends: true, tone: false }

export function chatPreferences(memberId: Id): ChatPreferences {
  return { ...usual, ...kept<Partial<ChatPreferences>>(memberId, name) }
}

export function useChatPreferences(memberId: Id): [ChatPreferences, (change: Partial<ChatPreferences>) => void] {
  const [preferences, setPreferences] = useState(() => chatPreferences(memberId))
  const change = (change: Partial<ChatPreferences>) => {
    const next = { ...preferences, ...change }
    setPreferences(next)
    keep(memberId, name, next)
  }
  return [preferences, change]
}
