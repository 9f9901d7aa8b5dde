import { useState } from 'react'
import { keep, kept } from './device/member-storage'
import type { Id } from './types'

/** How a member likes to write and hear on this device. */
export interface ChatHabits {
  enterSends: boolean
  tone: boolean
}

const name = 'chat-habits'
const usual: ChatHabits = { enterSends: true, tone: false }

export function chatHabits(memberId: Id): ChatHabits {
  return { ...usual, ...kept<Partial<ChatHabits>>(memberId, name) }
}

export function useChatHabits(memberId: Id): [ChatHabits, (change: Partial<ChatHabits>) => void] {
  const [habits, setHabits] = useState(() => chatHabits(memberId))
  const change = (change: Partial<ChatHabits>) => {
    const next = { ...habits, ...change }
    setHabits(next)
    keep(memberId, name, next)
  }
  return [habits, change]
}
