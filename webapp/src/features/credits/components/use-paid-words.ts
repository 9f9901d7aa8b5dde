import type { Transaction } from '@/api/types'
import { useFormats } from './use-formats'
import { useMethodName } from './use-method-name'

/** What was paid for credits, and how: "€19.99 · iDEAL". Null for all that is no purchase. */
export function usePaidWords(): (transaction: Transaction) => string | null {
  const { money } = useFormats()
  const nameOf = useMethodName()
  return ({ kind, paid }) => (kind === 'purchase' && paid ? `${money(paid.amount)} · ${nameOf(paid.method)}` : null)
}
