import type { Message } from '@/api/types'

export type Reaction = NonNullable<Message['reactions']['own']>

/** The reactions as they are offered and drawn. */
export const reactionEmoji: Record<Reaction, string> = {
  heart: '❤️',
  laugh: '😂',
  wow: '😮',
  sad: '😢',
  fire: '🔥',
  thumb: '👍',
}

export const reactionNames = Object.keys(reactionEmoji) as Reaction[]
