import type { Transaction } from '../../../api/types'

export type Kind = Transaction['kind']
export const kinds: readonly Kind[] = ['message', 'purchase', 'refund', 'reversal', 'signup_gift']

/** Which transactions are shown, as it stands in the address. */
export interface TransactionFilter {
  kind: Kind | null
  since: string | null
  until: string | null
}

const isDay = (text: string | null) => text !== null && /^\d{4}-\d{2}-\d{2}$/.test(text)

export function filterOf(search: URLSearchParams): TransactionFilter {
  const kind = search.get('kind') as Kind | null
  const [since, until] = [search.get('since'), search.get('until')]
  return {
    kind: kind && kinds.includes(kind) ? kind : null,
    since: isDay(since) ? since : null,
    until: isDay(until) ? until : null,
  }
}

/** Only what narrows: the address and the request name nothing else. */
export function queryOf(filter: TransactionFilter): Record<string, string> {
  return Object.fromEntries(Object.entries(filter).filter((entry): entry is [string, string] => entry[1] !== null))
}

export const isNarrowed = (filter: TransactionFilter) => Object.keys(queryOf(filter)).length > 0
