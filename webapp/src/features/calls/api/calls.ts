import { api } from '@/api/client'
import type { components } from '@/api/schema'
import type { Card, Id } from '@/api/types'

type Schemas = components['schemas']

export type Call = Schemas['CallOut']
export type CallKind = Call['kind']
export type Relay = Schemas['RelayAnswer']
export type SignalKind = Schemas['SendSignal']['kind']

export const openCall = () => api.get<{ call: Call | null; profile: Card | null }>('call.php')

export const ring = (profile_id: Id, kind: CallKind, tab: Id) =>
  api.post<{ call: Call }>('call.php', { profile_id, kind, tab })

export const answer = (call_id: Id, tab: Id) => api.put<{ call: Call }>('call.php', { call_id, step: 'answer', tab })

export const reportConnected = (call_id: Id, tab: Id) =>
  api.put<{ call: Call }>('call.php', { call_id, step: 'connected', tab })

/** Goes out also when the page is left. */
export const end = (call_id: Id) => api.delete('call.php', { call_id }, { keepalive: true })

export const relayOf = (call_id: Id, tab: Id) => api.post<Relay>('call-relay.php', { call_id, tab })

export const signal = (call_id: Id, tab: Id, kind: SignalKind, content: string) =>
  api.post('call-signal.php', { call_id, tab, kind, content })
