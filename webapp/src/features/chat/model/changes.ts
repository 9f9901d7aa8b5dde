import type { ChatSummary, Id, Message } from '@/api/types'
import { noReactions } from './entries'
import type { Reaction } from './reactions'

/** Muted: no mail and no push tells of it. Archived: in a list of its own. */
export interface SettingsChange {
  kind: 'settings'
  conversationId: Id
  muted?: boolean
  archived?: boolean
}

type MessageChange =
  { kind: 'reaction'; messageId: Id; reaction: Reaction | null } | { kind: 'retraction'; messageId: Id }

/** A change of what the server has. Each sets a state, so a repeat of it changes nothing more. */
export type Change = MessageChange | SettingsChange

/**
 * A change that waits on this device. The id is new for each, so that a newer one in its place is not taken for it. `at`
 * grows with each, and changes queued by an earlier release have none.
 */
export type QueuedChange = Change & { id: Id; at?: number }

const targetOf = (change: Change) =>
  `${change.kind} ${change.kind === 'settings' ? change.conversationId : change.messageId}`

/** The newest change of one thing takes the place of the one before: only the last state is sent. */
export function withChange(queue: readonly QueuedChange[], change: QueuedChange): QueuedChange[] {
  const before = queue.find((other) => targetOf(other) === targetOf(change))
  // Settings that the newer change does not name still wait.
  const whole = before?.kind === 'settings' && change.kind === 'settings' ? { ...before, ...change } : change
  return [...queue.filter((other) => other !== before), whole]
}

export function withoutChange(queue: readonly QueuedChange[], id: Id): QueuedChange[] {
  return queue.filter((change) => change.id !== id)
}

/** A message as both see it once it is taken back. */
function retracted(message: Message): Message {
  return {
    ...message,
    text: '',
    photo: null,
    voice: null,
    hints: [],
    is_reply: false,
    quote: null,
    reactions: noReactions,
    retracted: true,
    retractable_until: null,
  }
}

function withOne(message: Message, change: MessageChange): Message {
  if (change.kind === 'retraction') return retracted(message)
  return message.retracted ? message : { ...message, reactions: { ...message.reactions, own: change.reaction } }
}

/** The messages as they will be once the changes that wait have arrived. */
export function withChanges(messages: readonly Message[], changes: readonly Change[]): readonly Message[] {
  const ofMessages = changes.filter((change) => change.kind !== 'settings')
  if (ofMessages.length === 0) return messages
  return messages.map((message) =>
    ofMessages.filter(({ messageId }) => messageId === message.id).reduce(withOne, message),
  )
}

type Settings = Pick<ChatSummary, 'muted' | 'archived'>

/** The settings of a chat as they will be once the changes that wait have arrived. */
export function withSettings<C extends Settings>(
  chat: C,
  conversationId: Id | undefined,
  changes: readonly Change[],
): C {
  const change = changes.find((one) => one.kind === 'settings' && one.conversationId === conversationId)
  if (change?.kind !== 'settings') return chat
  return { ...chat, muted: change.muted ?? chat.muted, archived: change.archived ?? chat.archived }
}
