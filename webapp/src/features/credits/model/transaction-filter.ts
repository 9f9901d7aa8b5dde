import type { Transaction } from '@/api/types'

export type Kind = Transaction['kind']
export type Purpose = NonNullable<Transaction['purpose']>

/** Kinds of transactions to filter by. Sent items are distinguished by their purpose. */
const choices = {
  message: { kind: 'message', purpose: 'message' },
  photo: { kind: 'message', purpose: 'photo' },
  voice: { kind: 'message', purpose: 'voice' },
  gift: { kind: 'message', purpose: 'gift' },
  icebreaker: { kind: 'message', purpose: 'icebreaker' },
  opener: { kind: 'message', purpose: 'opener' },
  call: { kind: 'message', purpose: 'call' },
  purchase: { kind: 'purchase', purpose: null },
  refund: { kind: 'refund', purpose: null },
  undelivered: { kind: 'undelivered', purpose: null },
  reversal: { kind: 'reversal', purpose: null },
  invitation_reward: { kind: 'invitation_reward', purpose: null },
  goodwill: { kind: 'goodwill', purpose: null },
  signup_gift: { kind: 'signup_gift', purpose: null },
} as const satisfies Record<string, { kind: Kind; purpose: Purpose | null }>

export type Choice = keyof typeof choices
export const shown = Object.keys(choices) as Choice[]

/** Which transactions are shown, as it stands in the address. */
export interface TransactionFilter {
  kind: Kind | null
  purpose: Purpose | null
  since: string | null
  until: string | null
}

export const everything: TransactionFilter = { kind: null, purpose: null, since: null, until: null }

const isDay = (text: string | null) => text !== null && /^\d{4}-\d{2}-\d{2}$/.test(text)

export function filterOf(search: URLSearchParams): TransactionFilter {
  const [kind, purpose, since, until] = ['kind', 'purpose', 'since', 'until'].map((name) => search.get(name))
  const found = shown
    .map((choice) => choices[choice])
    .find((choice) => choice.kind === kind && (!purpose || choice.purpose === purpose))
  return {
    kind: found?.kind ?? null,
    purpose: found?.purpose ?? null,
    since: isDay(since ?? null) ? since! : null,
    until: isDay(until ?? null) ? until! : null,
  }
}

export function choiceOf(filter: TransactionFilter): Choice | null {
  return (
    shown.find((choice) => choices[choice].kind === filter.kind && choices[choice].purpose === filter.purpose) ?? null
  )
}

export function choose(filter: TransactionFilter, choice: Choice | null): TransactionFilter {
  return { ...filter, ...(choice ? choices[choice] : { kind: null, purpose: null }) }
}

/** The filters that differ from their default: the address and the request name no others. */
export function queryOf(filter: TransactionFilter): Record<string, string> {
  return Object.fromEntries(Object.entries(filter).filter((entry): entry is [string, string] => entry[1] !== null))
}

export const isNarrowed = (filter: TransactionFilter) => Object.keys(queryOf(filter)).length > 0
