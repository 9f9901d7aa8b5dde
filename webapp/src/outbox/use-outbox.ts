import { useEffect, useEffectEvent, useSyncExternalStore } from 'react'
import type { Id } from '@/api/types'
import { useSingleton } from '@/singletons'
import type { Delivered, QueuedMessage } from './message'
import type { Outbox } from './outbox'
import { pageOutbox } from './page-outbox'
import type { ReturnListener } from './sender'

/** The outbox of the app, made at the first call. */
export function useOutbox(): Outbox {
  return useSingleton(pageOutbox)
}

const none: readonly QueuedMessage[] = []

/** Unsent messages of the member, to all recipients. */
export function useUnsent(): readonly QueuedMessage[] {
  const outbox = useOutbox()
  return useSyncExternalStore(outbox.subscribe, outbox.messages, () => none)
}

/** Runs the handler for every message the server takes while the component is shown. */
export function useDelivered(handler: (sent: Delivered) => void): void {
  const outbox = useOutbox()
  const latest = useEffectEvent(handler)
  useEffect(() => outbox.onDelivered((sent) => latest(sent)), [outbox])
}

/** Runs the handler for messages to that recipient that come back, or were refused as soon as they were written. */
export function useReturned(profileId: Id, handler: ReturnListener): void {
  const outbox = useOutbox()
  const latest = useEffectEvent(handler)
  useEffect(
    () => outbox.onReturned(profileId, (message, error, isBack) => latest(message, error, isBack)),
    [outbox, profileId],
  )
}
