import type { Receipt } from '@/api/types'

const hashed = [
  'id',
  'kind',
  'member_id',
  'credits',
  'free_messages',
  'debt',
  'balance_after',
  'version',
  'partner_id',
  'payment_id',
  'at_microseconds',
  'purpose',
  'item',
] as const
const leftOut: readonly string[] = ['purpose', 'item']

/** The SHA-256 over the hash of the transaction before and the fields of this one, as the ledger makes it. */
export async function hashOf({ transaction, previous }: Receipt): Promise<string> {
  const covered = hashed.filter((name) => transaction[name] !== null || !leftOut.includes(name))
  const fields = new TextEncoder().encode(covered.map((name) => transaction[name] ?? '').join('|'))
  const before = Uint8Array.from(previous.match(/../g) ?? [], (digits) => parseInt(digits, 16))
  const bytes = new Uint8Array([...before, ...fields])
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** Whether the text of a saved file is an intact receipt with the same hash as this one. */
export async function isSame(receipt: Receipt, text: string): Promise<boolean> {
  try {
    const saved = (JSON.parse(text) as { receipt: Receipt }).receipt
    return saved.hash === receipt.hash && (await hashOf(saved)) === saved.hash
  } catch {
    return false
  }
}
