import { useEffect, useEffectEvent, useSyncExternalStore } from 'react'
import { api } from '@/api/client'
import { keep, kept, keptAll } from '@/api/device/member-storage'
import { exclusively, webLocks } from '@/api/device/tabs'
import { newId } from '@/api/new-id'
import type { Id, Message } from '@/api/types'
import { failureOf } from '@/outbox/outcome'
import { useSingleton } from '@/singletons'
import { createStore } from '@/store'
import { withChange, withoutChange, type Change, type QueuedChange } from '@/features/chat/model/changes'

const name = 'chat-changes'
/** Pause before another try where the server named none, in seconds. */
const retryPause = 15

interface Listeners {
  /** The message as it is now, after a change of one. */
  onDone: (change: Change, message: Message | null) => void
  onRefused: (change: Change, error: unknown) => void
}

const entryOf = (id: Id) => `${name}:${id}`

function storedOf(memberId: Id): readonly QueuedChange[] {
  // An earlier release had all of them in one entry.
  const earlier = kept<QueuedChange[]>(memberId, name) ?? []
  const each = keptAll<QueuedChange>(memberId, entryOf(''))
  return [...earlier, ...each].toSorted((one, other) => (one.at ?? 0) - (other.at ?? 0))
}

function replaceStored(memberId: Id, queue: readonly QueuedChange[]): void {
  const before = storedOf(memberId)
  const isIn = (changes: readonly QueuedChange[], id: Id) => changes.some((change) => change.id === id)
  if (kept(memberId, name)) {
    before.filter(({ at }) => at === undefined).forEach((change) => keep(memberId, entryOf(change.id), change))
    keep(memberId, name, null)
  }
  // Other tabs are never without both: added first.
  queue.filter(({ id }) => !isIn(before, id)).forEach((change) => keep(memberId, entryOf(change.id), change))
  before.filter(({ id }) => !isIn(queue, id)).forEach(({ id }) => keep(memberId, entryOf(id), null))
}

function deliver(change: Change): Promise<{ message?: Message }> {
  if (change.kind === 'settings') {
    const { conversationId: conversation_id, muted, archived } = change
    return api.put('chat-settings.php', { conversation_id, muted, archived })
  }
  const { messageId: message_id } = change
  if (change.kind === 'retraction') return api.delete('chat-message.php', { message_id })
  return api.put('chat-reaction.php', { message_id, reaction: change.reaction })
}

/**
 * Changes that wait on this device until the server has them: without a network, and over a reload. All tabs share
 * them; a Web Lock lets one tab send at a time, in the order in which they were made. The browser frees the lock of a tab
 * that crashes. Each change has an entry of its own: a tab that removes one cannot write over what another has added.
 */
export function createChangeQueue() {
  const none: readonly QueuedChange[] = []
  const { get, set, subscribe } = createStore(none)
  const listeners = new Set<Listeners>()
  let memberId: Id | null = null
  let isSending = false
  let timer: ReturnType<typeof setTimeout> | undefined

  const stored = (): readonly QueuedChange[] => (memberId ? storedOf(memberId) : none)
  const save = (queue: readonly QueuedChange[]) => {
    if (memberId) replaceStored(memberId, queue)
    set(stored())
  }

  /** Sends until nothing is left, or the seconds are known after which another try makes sense. */
  async function sendAll(sender: Id): Promise<'done' | 'left' | number> {
    for (;;) {
      const [next] = memberId === sender ? stored() : none
      if (!next) return 'done'
      try {
        const { message } = await deliver(next)
        if (memberId !== sender) return 'left'
        // The state of the server is shown before the change is removed, so that nothing flickers.
        listeners.forEach(({ onDone }) => onDone(next, message ?? null))
      } catch (error) {
        const failure = failureOf(error)
        if (failure.kind === 'unavailable') return failure.retryAfter ?? retryPause
        if (failure.kind === 'logged_out' || memberId !== sender) return 'left'
        listeners.forEach(({ onRefused }) => onRefused(next, error))
      }
      save(withoutChange(stored(), next.id))
    }
  }

  async function work(): Promise<void> {
    const sender = memberId
    clearTimeout(timer)
    if (!sender || isSending || !navigator.onLine || stored().length === 0) return
    isSending = true
    const end = await exclusively(webLocks(), name, () => sendAll(sender)).finally(() => (isSending = false))
    if (typeof end === 'number') timer = setTimeout(() => void work(), end * 1000)
    // One was added after the last look.
    else if (end === 'done') void work()
  }

  globalThis.window?.addEventListener('online', () => void work())
  // Another tab has changed it.
  globalThis.window?.addEventListener('storage', () => set(stored()))

  return {
    get,
    subscribe,
    open(member: Id): void {
      memberId = member
      set(stored())
      void work()
    },
    add(change: Change): void {
      const queue = stored()
      save(withChange(queue, { ...change, id: newId(), at: Math.max(Date.now(), (queue.at(-1)?.at ?? 0) + 1) }))
      void work()
    },
    listen(added: Listeners): () => void {
      listeners.add(added)
      return () => void listeners.delete(added)
    },
  }
}

export function useChangeQueue() {
  const queue = useSingleton(createChangeQueue)
  return { changes: useSyncExternalStore(queue.subscribe, queue.get, queue.get), open: queue.open, add: queue.add }
}

/** Runs the handlers for each change that the server took or refused. */
export function useChangeResults(handlers: Listeners): void {
  const queue = useSingleton(createChangeQueue)
  const onDone = useEffectEvent(handlers.onDone)
  const onRefused = useEffectEvent(handlers.onRefused)
  useEffect(
    () =>
      queue.listen({
        onDone: (change, message) => onDone(change, message),
        onRefused: (change, error) => onRefused(change, error),
      }),
    [queue],
  )
}
