import { useEffect, useEffectEvent, useSyncExternalStore } from 'react'
import { ApiError } from '../../../api/api-error'
import { newId } from '../../../api/new-id'
import type { Id } from '../../../api/types'
import { inOrder, nextPlace, outlived, refusalOf, restored, retried, without, type Content, type Outgoing } from '../model/outgoing'
import { isDelivering, stopSending, work } from './outbox-sender'
import { current, forget, listeners, save, sentListeners, set, show, writers, type Delivered, type Writer } from './outbox-state'
import { outboxStore } from './outbox-store'

/** Takes what this member left unsent on this device; of another member nothing stays in sight. */
export function openOutbox(memberId: Id): void {
  if (current().memberId === memberId) return work()
  set({ memberId, queue: [] })
  void outboxStore()
    .then((store) => store.all(memberId))
    .then((all) => {
      if (current().memberId !== memberId) return
      const old = outlived(all, Date.now())
      const known = new Set(current().queue.map(({ id }) => id))
      const kept = without(all, old).filter(({ id }) => !known.has(id))
      set({ queue: inOrder([...restored(kept, Date.now()), ...current().queue]) })
      if (old.length > 0) void forget(old)
      work()
    })
    .catch(() => undefined)
}

/** Puts it behind what is on its way already. What cannot wait is refused, and stays where it was made. */
export function send(profileId: Id, content: Content, credits: number): ApiError | null {
  const { queue } = current()
  const refusal = refusalOf(queue, content)
  if (refusal) return new ApiError(422, refusal)
  const waited = !navigator.onLine || queue.some((item) => item.profileId === profileId)
  const at = new Date().toISOString()
  const item: Outgoing = { ...content, id: newId(), profileId, at, place: nextPlace(queue, Date.now()), credits, state: 'sending', waited }
  set({ queue: [...queue, item] })
  void save(item).then((isKept) => {
    // Only what is on the device is said to wait: the page may be closed right then.
    if (!isKept && !navigator.onLine) return giveBack(item, new ApiError(507, { code: 'unsent_no_room', message: '' }))
    if (waited && !isDelivering(profileId)) show(item.id, { state: 'waiting' })
    work()
  })
  return null
}

const find = (id: Id) => current().queue.find((item) => item.id === id)

function change(item: Outgoing) {
  set({ queue: inOrder([...without(current().queue, [item.id]), item]) })
  void save(item).then(work)
}

export function retry(id: Id): void {
  const item = find(id)
  if (item) change(retried(item, Date.now()))
}

/** Those behind one that cannot go are sent without it: it stands behind them from now on. */
export function letPass(id: Id): void {
  const item = find(id)
  if (item) change({ ...item, place: nextPlace(current().queue, Date.now()) })
}

export function discard(id: Id): void {
  stopSending(id)
  void forget([id]).then(work)
}

/** The server has these. What is being sent ends with its answer, which says the price of the next one. */
export function arrived(ids: readonly Id[]): void {
  const known = current().queue.filter(({ id, state }) => state !== 'sending' && ids.includes(id))
  if (known.length > 0) void forget(known.map(({ id }) => id)).then(work)
}

function giveBack(item: Outgoing, error: unknown) {
  discard(item.id)
  writers.get(item.profileId)?.(item, error, true)
}

/** Back to where it was made, to be made anew. */
export function takeBack(id: Id): void {
  const item = find(id)
  if (item) giveBack(item, null)
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** All that is on its way from this member, to whomever. */
export function useOutbox(): readonly Outgoing[] {
  return useSyncExternalStore(subscribe, current).queue
}

/** Runs the handler for what was written to that member and comes back, or was refused as soon as it was written. */
export function useWriter(profileId: Id, handler: Writer): void {
  const latest = useEffectEvent(handler)
  useEffect(() => {
    writers.set(profileId, (item, error, isBack) => latest(item, error, isBack))
    return () => void writers.delete(profileId)
  }, [profileId])
}

/** Runs the handler for every message the server has taken while the component is shown. */
export function useSent(handler: (sent: Delivered) => void): void {
  const latest = useEffectEvent(handler)
  useEffect(() => {
    const listener = (sent: Delivered) => latest(sent)
    sentListeners.add(listener)
    return () => void sentListeners.delete(listener)
  }, [])
}
