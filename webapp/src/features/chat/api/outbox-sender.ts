import { isApiError } from '../../../api/api-error'
import { api } from '../../../api/client'
import { newId } from '../../../api/new-id'
import { isPassing } from '../../../api/retry'
import type { Id, User } from '../../../api/types'
import { changed, nextOf, recipientsOf, without, type Outgoing } from '../model/outgoing'
import { current, forget, onChangedElsewhere, save, sentListeners, set, show, unsaved, writers } from './outbox-state'
import { outboxStore } from './outbox-store'
import { sendOutgoing } from './send-outgoing'

const isOneOf = (codes: string[], error: unknown) => codes.some((code) => isApiError(error, code))

const withdrawn = ['send_withdrawn', 'charge_withdrawn']
/** Words that are refused like this go back to the composer, where they can be changed or kept. */
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

const delivering = new Set<Id>()
const sending = new Map<Id, AbortController>()
let again: ReturnType<typeof setTimeout> | undefined

export const isDelivering = (profileId: Id) => delivering.has(profileId)

/** Ends the upload of one that is not wanted any more. */
export const stopSending = (id: Id) => sending.get(id)?.abort()

/** Sends all that can go, in order for each it is written to. */
export function work(): void {
  if (!navigator.onLine) return sendLater()
  for (const profileId of recipientsOf(current().queue)) void deliverTo(profileId)
}

/** The browser tells the service worker when there is a network, also when no page is open by then. */
function sendLater() {
  if (!current().queue.some((item) => item.state !== 'failed')) return
  const worker = navigator.serviceWorker as ServiceWorkerContainer | undefined
  void worker?.ready
    .then((registration) => (registration as { sync?: { register: (tag: string) => Promise<void> } }).sync?.register('outbox'))
    .catch(() => undefined)
}

/** One tab at a time sends what waits for one member; the next one finds what is left. */
async function deliverTo(profileId: Id) {
  const { memberId } = current()
  if (!memberId || delivering.has(profileId)) return
  delivering.add(profileId)
  const deliver = () => deliverAll(memberId, profileId)
  let isDone = false
  try {
    isDone = await (navigator.locks ? navigator.locks.request(`outbox:${memberId}:${profileId}`, deliver) : deliver())
  } finally {
    delivering.delete(profileId)
  }
  // What was written while the last one was on its way.
  if (isDone && navigator.onLine && current().memberId === memberId && nextOf(current().queue, profileId)) void deliverTo(profileId)
}

/** False when the rest has to wait. */
async function deliverAll(memberId: Id, profileId: Id): Promise<boolean> {
  const store = await outboxStore()
  const asKept = async (item: Outgoing) => {
    if (unsaved.has(item.id)) return item
    return (await store.all(memberId).catch(() => [item])).find(({ id }) => id === item.id)
  }
  for (let item = nextOf(current().queue, profileId); item; item = nextOf(current().queue, profileId)) {
    // Another tab may have sent or given up this one while we waited for our turn.
    const kept = await asKept(item)
    const { memberId: now, queue } = current()
    if (now !== memberId) return false
    if (!kept || kept.state === 'failed') {
      set({ queue: kept ? changed(queue, kept.id, kept) : without(queue, [item.id]) })
      continue
    }
    const rest = (kept.notBefore ?? 0) - Date.now()
    if (rest > 0) {
      goOnAfter(rest)
      return false
    }
    if (!(await deliver(memberId, item))) return false
  }
  return true
}

/** After a while somebody else may be logged in on this device: nothing goes in another's name. */
async function isLoggedIn(memberId: Id): Promise<boolean> {
  return (await api.get<{ user: User | null }>('user.php', { visitor: 1 })).user?.id === memberId
}

/** False when the others have to wait, too. */
async function deliver(memberId: Id, item: Outgoing): Promise<boolean> {
  const abort = new AbortController()
  sending.set(item.id, abort)
  show(item.id, { state: 'sending' })
  try {
    if (item.waited && !(await isLoggedIn(memberId))) {
      waitOn(item.profileId)
      return false
    }
    const sent = await sendOutgoing(item, { onProgress: (part) => show(item.id, { part }), signal: abort.signal })
    if (current().memberId !== memberId) return false
    sentListeners.forEach((listener) => listener({ ...sent, profileId: item.profileId }))
    await forget([item.id])
    return true
  } catch (error) {
    if (current().memberId !== memberId) return false
    if (abort.signal.aborted) return true
    return settleFailure(item, error)
  } finally {
    sending.delete(item.id)
  }
}

/** Whoever was logged out meanwhile, or lost the network, finds them waiting. */
function waitOn(profileId: Id) {
  const wait = { state: 'waiting', waited: true, part: undefined } as const
  set({ queue: current().queue.map((item) => (item.profileId === profileId && item.state !== 'failed' ? { ...item, ...wait } : item)) })
}

async function settleFailure(item: Outgoing, error: unknown): Promise<boolean> {
  if (isOneOf(withdrawn, error)) {
    await renew(item)
    return true
  }
  if (isApiError(error, 'authentication_required')) {
    waitOn(item.profileId)
    return false
  }
  if (isPassing(error)) {
    waitOn(item.profileId)
    if (error.retryAfter) await askPatience(item, error.retryAfter * 1000)
    goOnAfter(Math.max(askAgainAfter, (error.retryAfter ?? 0) * 1000))
    sendLater()
    return false
  }
  const isFresh = !item.waited && writers.has(item.profileId)
  if (isFresh && isOneOf(refusing, error) && (await giveBack(item, error))) return true
  const reason = isApiError(error) ? error.body : { code: 'internal', message: '' }
  const failed: Outgoing = { ...item, state: 'failed', waited: true, part: undefined, reason }
  set({ queue: changed(current().queue, item.id, failed) })
  await save(failed)
  if (isFresh) writers.get(item.profileId)?.(failed, error, false)
  return false
}

/** The whole device is told, or another tab or the worker would ask at once. */
async function askPatience(item: Outgoing, milliseconds: number) {
  const patient: Outgoing = { ...item, state: 'waiting', waited: true, part: undefined, notBefore: Date.now() + milliseconds }
  set({ queue: changed(current().queue, item.id, patient) })
  await save(patient)
}

/** Words that the server will not take as things are go back to where they were just written, alone or with those behind. */
async function giveBack(item: Outgoing, error: unknown): Promise<boolean> {
  const unsent = current().queue.filter(({ profileId }) => profileId === item.profileId)
  if (!unsent.every((each) => each.kind === 'text' && each.icebreaker === undefined)) return false
  await forget(unsent.map(({ id }) => id))
  writers.get(item.profileId)?.({ ...item, text: unsent.map(({ text }) => text).join('\n') }, error, true)
  return true
}

/** The server has given up this message and returned its price: it goes again as another one, in its place. */
async function renew(item: Outgoing) {
  const next: Outgoing = { ...item, id: newId(), state: 'waiting' }
  set({ queue: changed(current().queue, item.id, next) })
  await save(next)
  await forget([item.id])
}

function goOnAfter(milliseconds: number) {
  clearTimeout(again)
  again = setTimeout(goOn, milliseconds)
}

function goOn() {
  clearTimeout(again)
  again = undefined
  work()
}

window.addEventListener('online', goOn)
onChangedElsewhere(work)
