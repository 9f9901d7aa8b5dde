import { useEffect, useEffectEvent, useSyncExternalStore } from 'react'
import { isApiError } from '../../../api/api-error'
import { keep, kept } from '../../../api/member-storage'
import { newId } from '../../../api/new-id'
import { isPassing } from '../../../api/retry'
import type { Id, SentMessage } from '../../../api/types'
import { failed, nextOf, renewed, restored, retried, sending, waitingAgain, without, type Outgoing } from '../model/outgoing'
import { sendMessage } from './send-message'

type Delivered = SentMessage & { profileId: Id }
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

let state: State = { memberId: null, queue: [] }
const listeners = new Set<() => void>()
const sentListeners = new Set<(sent: Delivered) => void>()
const composers = new Map<Id, OnRefused>()

function set(next: Partial<State>) {
  state = { ...state, ...next }
  if (state.memberId && next.queue) keep(state.memberId, 'outbox', next.queue.length > 0 ? next.queue : null)
  listeners.forEach((listener) => listener())
}

/** Takes what this member left unsent on this device; of another member nothing stays. */
export function openOutbox(memberId: Id): void {
  if (state.memberId === memberId) return
  set({ memberId, queue: restored(kept<Outgoing[]>(memberId, 'outbox') ?? []) })
}

export function send(profileId: Id, text: string): void {
  set({ queue: [...state.queue, { id: newId(), profileId, text, at: new Date().toISOString(), state: 'waiting' }] })
  work()
}

export function retry(profileId: Id): void {
  set({ queue: retried(state.queue, profileId) })
  work()
}

export function discard(ids: readonly Id[]): void {
  if (state.queue.some(({ id }) => ids.includes(id))) set({ queue: without(state.queue, ids) })
}

function work() {
  if (!navigator.onLine) return
  for (let item = nextOf(state.queue); item; item = nextOf(state.queue)) void deliver(item)
}

async function deliver(item: Outgoing) {
  const owner = state.memberId
  set({ queue: sending(state.queue, item.id) })
  try {
    const sent = await sendMessage(item.id, item.profileId, item.text)
    if (state.memberId !== owner) return
    sentListeners.forEach((listener) => listener({ ...sent, profileId: item.profileId }))
    set({ queue: without(state.queue, [item.id]) })
  } catch (error) {
    if (state.memberId !== owner) return
    if (isOneOf(withdrawn, error)) set({ queue: renewed(state.queue, item.id, newId()) })
    else if (isOneOf(refusing, error) && composers.has(item.profileId)) giveBack(item.profileId, error)
    else if (isPassing(error) && !navigator.onLine) set({ queue: waitingAgain(state.queue, item.id) })
    else set({ queue: failed(state.queue, item.id) })
  }
  work()
}

const isOneOf = (codes: string[], error: unknown) => codes.some((code) => isApiError(error, code))

/** What the server will not take as things are goes back to where it was written. */
function giveBack(profileId: Id, error: unknown) {
  const unsent = state.queue.filter((item) => item.profileId === profileId)
  set({ queue: without(state.queue, unsent.map(({ id }) => id)) })
  composers.get(profileId)?.(error, unsent.map((item) => item.text).join('\n'))
}

window.addEventListener('online', work)

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

const current = () => state

export function useOutbox(profileId: Id | undefined): Outgoing[] {
  const { queue } = useSyncExternalStore(subscribe, current)
  return queue.filter((item) => item.profileId === profileId)
}

/** Runs the handler with the words of messages to that member that were refused. */
export function useRefused(profileId: Id, handler: OnRefused): void {
  const latest = useEffectEvent(handler)
  useEffect(() => {
    composers.set(profileId, (error, text) => latest(error, text))
    return () => void composers.delete(profileId)
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
