import { useEffect, useEffectEvent, useSyncExternalStore } from 'react'
import { isApiError } from '../../../api/api-error'
import { newId } from '../../../api/new-id'
import { isPassing } from '../../../api/retry'
import type { Id, SentMessage } from '../../../api/types'
import { changed, inOrder, nextOf, nextPlace, recipientsOf, restored, retried, without, type Outgoing } from '../model/outgoing'
import { outboxStore } from './outbox-store'
import { sendMessage } from './send-message'

type Delivered = SentMessage & { profileId: Id }
/** Without an error it is the member who takes the words back. */
type OnRefused = (error: unknown, text: string) => void

interface State {
  memberId: Id | null
  queue: readonly Outgoing[]
}

const withdrawn = ['send_withdrawn', 'charge_withdrawn']
const refusing = [
  'not_enough_credits',
  'premium_required',
  'blocked',
  'blocked_by_you',
  'partner_unavailable',
  'partner_not_confirmed',
  'not_found',
  'message_too_long',
  'message_empty',
]
const askAgainAfter = 15_000
const longestWait = 60_000

/** This tab's view of what waits on the device, with what it is sending itself. */
let state: State = { memberId: null, queue: [] }
let again: ReturnType<typeof setTimeout> | undefined
const listeners = new Set<() => void>()
const sentListeners = new Set<(sent: Delivered) => void>()
const composers = new Map<Id, OnRefused>()
const delivering = new Set<Id>()
/** Not on the device yet, or not to be brought there: those go from this tab alone. */
const unsaved = new Set<Id>()
// Other tabs and the service worker say on it that something has changed.
const told = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('outbox')
told?.addEventListener('message', () => void look())

function tellOthers() {
  told?.postMessage('changed') // oxlint-disable-line unicorn/require-post-message-target-origin -- a channel has none
}

function set(next: Partial<State>) {
  state = { ...state, ...next }
  listeners.forEach((listener) => listener())
}

function keepOnly(change: Partial<Outgoing>, id: Id) {
  set({ queue: changed(state.queue, id, change) })
}

/** Takes what this member left unsent on this device; of another member nothing stays in sight. */
export function openOutbox(memberId: Id): void {
  if (state.memberId === memberId) return work()
  set({ memberId, queue: [] })
  void outboxStore()
    .then((store) => store.all(memberId))
    .then((kept) => {
      if (state.memberId !== memberId) return
      const known = new Set(state.queue.map(({ id }) => id))
      set({ queue: inOrder([...restored(kept, Date.now()).filter(({ id }) => !known.has(id)), ...state.queue]) })
      work()
    })
    .catch(() => undefined)
}

/** Reads again what waits, after another tab or the service worker has changed it. */
async function look() {
  const { memberId } = state
  if (!memberId) return
  const kept = await (await outboxStore()).all(memberId)
  if (state.memberId !== memberId) return
  const own = new Map(state.queue.map((item) => [item.id, item]))
  const known = restored(kept, Date.now()).map((item) => (own.get(item.id)?.state === 'sending' ? own.get(item.id)! : item))
  set({ queue: inOrder([...known, ...state.queue.filter(({ id }) => unsaved.has(id) && !kept.some((item) => item.id === id))]) })
  work()
}

/** Writes it to the device. Where that fails it is sent all the same, as long as this tab lives. */
async function save(item: Outgoing) {
  const { memberId } = state
  if (!memberId) return
  unsaved.add(item.id)
  try {
    await (await outboxStore()).put(memberId, item)
    unsaved.delete(item.id)
    tellOthers()
  } catch {
    // A full or forbidden storage.
  }
}

async function forget(ids: readonly Id[]) {
  ids.forEach((id) => unsaved.delete(id))
  await (await outboxStore()).remove(ids).catch(() => undefined)
  tellOthers()
}

export function send(profileId: Id, text: string): void {
  const place = nextPlace(state.queue, Date.now())
  const waited = !navigator.onLine || state.queue.some((item) => item.profileId === profileId)
  const item: Outgoing = { id: newId(), profileId, text, at: new Date().toISOString(), place, state: 'sending', waited }
  set({ queue: [...state.queue, item] })
  void save(item).then(() => {
    // Only what is on the device is said to wait: the page may be closed right then.
    if (!delivering.has(profileId)) keepOnly({ state: 'waiting' }, item.id)
    work()
  })
}

export function retry(id: Id): void {
  const item = state.queue.find((item) => item.id === id)
  if (!item) return
  keepOnly({ ...retried(item), waited: true }, id)
  void save(retried(item)).then(work)
}

export function discard(ids: readonly Id[]): void {
  if (!state.queue.some(({ id }) => ids.includes(id))) return
  set({ queue: without(state.queue, ids) })
  void forget(ids).then(work)
}

/** Back into the composer, to be written anew. */
export function takeBack(id: Id): void {
  const item = state.queue.find((item) => item.id === id)
  if (!item) return
  discard([id])
  composers.get(item.profileId)?.(null, item.text)
}

function work() {
  if (!navigator.onLine) return sendLater()
  for (const profileId of recipientsOf(state.queue)) void deliverTo(profileId)
}

/** The browser tells the service worker when there is a network, also when no page is open by then. */
function sendLater() {
  if (!state.queue.some((item) => item.state !== 'failed')) return
  const worker = navigator.serviceWorker as ServiceWorkerContainer | undefined
  void worker?.ready
    .then((registration) => (registration as { sync?: { register: (tag: string) => Promise<void> } }).sync?.register('outbox'))
    .catch(() => undefined)
}

/** One tab at a time sends what waits for one member; the next one finds what is left. */
async function deliverTo(profileId: Id) {
  const { memberId } = state
  if (!memberId || delivering.has(profileId)) return
  delivering.add(profileId)
  const deliver = () => deliverAll(memberId, profileId)
  try {
    await (navigator.locks ? navigator.locks.request(`outbox:${memberId}:${profileId}`, deliver) : deliver())
  } finally {
    delivering.delete(profileId)
  }
  // What was written while the last one was on its way.
  if (navigator.onLine && !again && state.memberId === memberId && nextOf(state.queue, profileId)) void deliverTo(profileId)
}

async function deliverAll(memberId: Id, profileId: Id) {
  const store = await outboxStore()
  const asKept = async (item: Outgoing) => {
    if (unsaved.has(item.id)) return item
    return (await store.all(memberId).catch(() => [item])).find(({ id }) => id === item.id)
  }
  for (let item = nextOf(state.queue, profileId); item; item = nextOf(state.queue, profileId)) {
    // Another tab may have sent or given up this one while we waited for our turn.
    const kept = await asKept(item)
    if (state.memberId !== memberId) return
    if (!kept || kept.state === 'failed') {
      set({ queue: kept ? changed(state.queue, kept.id, kept) : without(state.queue, [item.id]) })
      continue
    }
    if (!(await deliver(memberId, item))) return
  }
}

/** False when the others have to wait, too. */
async function deliver(memberId: Id, item: Outgoing): Promise<boolean> {
  keepOnly({ state: 'sending' }, item.id)
  try {
    const sent = await sendMessage(item.id, item.profileId, item.text)
    if (state.memberId !== memberId) return false
    sentListeners.forEach((listener) => listener({ ...sent, profileId: item.profileId }))
    set({ queue: without(state.queue, [item.id]) })
    await forget([item.id])
    return true
  } catch (error) {
    if (state.memberId !== memberId) return false
    if (isOneOf(withdrawn, error)) {
      await renew(item)
      return true
    }
    // Whoever was logged out meanwhile finds it waiting.
    if (isApiError(error, 'authentication_required')) {
      keepOnly({ state: 'waiting', waited: true }, item.id)
      return false
    }
    if (isPassing(error)) {
      keepOnly({ state: 'waiting', waited: true }, item.id)
      goOnAfter(error.retryAfter)
      sendLater()
      return false
    }
    if (isOneOf(refusing, error) && !item.waited && composers.has(item.profileId)) {
      await giveBack(item.profileId, error)
      return true
    }
    const failed: Outgoing = { ...item, state: 'failed', waited: true, reason: isApiError(error) ? error.body : undefined }
    set({ queue: changed(state.queue, item.id, failed) })
    await save(failed)
    return false
  }
}

const isOneOf = (codes: string[], error: unknown) => codes.some((code) => isApiError(error, code))

/** What the server will not take as things are goes back to where it was just written. */
async function giveBack(profileId: Id, error: unknown) {
  const unsent = state.queue.filter((item) => item.profileId === profileId)
  const ids = unsent.map(({ id }) => id)
  set({ queue: without(state.queue, ids) })
  await forget(ids)
  composers.get(profileId)?.(error, unsent.map((item) => item.text).join('\n'))
}

/** The server has given up this message and returned its price: it goes again as another one, in its place. */
async function renew(item: Outgoing) {
  const next: Outgoing = { ...item, id: newId(), state: 'waiting' }
  set({ queue: changed(state.queue, item.id, next) })
  await save(next)
  await forget([item.id])
}

function goOnAfter(seconds: number | null) {
  clearTimeout(again)
  const wait = Math.min(longestWait, Math.max(askAgainAfter, (seconds ?? 0) * 1000))
  again = setTimeout(() => {
    again = undefined
    work()
  }, wait)
}

window.addEventListener('online', () => {
  clearTimeout(again)
  again = undefined
  work()
})

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

const current = () => state

export function useOutbox(profileId: Id | undefined): Outgoing[] {
  const { queue } = useSyncExternalStore(subscribe, current)
  return queue.filter((item) => item.profileId === profileId)
}

/** Runs the handler with the words of a message to that member that was refused as soon as it was written. */
export function useRefused(profileId: Id, handler: OnRefused): void {
  const latest = useEffectEvent(handler)
  useEffect(() => {
    composers.set(profileId, (error, text) => latest(error, text))
    return () => void composers.delete(profileId)
  }, [profileId])
}

/** For what goes out another way, such as a photo. */
export function tellSent(sent: Delivered): void {
  sentListeners.forEach((listener) => listener(sent))
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
