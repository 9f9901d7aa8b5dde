import type { Id, Package, Payment } from '@/api/types'

/** The two names of the offer to new members. */
export const offerCodes: ReadonlySet<string> = new Set(['TIMEBONUS25', 'WELCOME25'])

/** The choice before leaving for the payment page, restored on return. */
export interface Purchase {
  order: Id
  packageId: string
  next: string | null
}

/** The package of a payment; the choice we remember, else the one that looks the same. */
export function packageOf(
  payment: Payment,
  packages: readonly Package[],
  remembered: Purchase | null,
): Package | undefined {
  if (remembered?.order === payment.payment_id) return packages.find(({ id }) => id === remembered.packageId)
  const { value } = payment.normal_amount ?? payment.amount
  return packages.find(({ credits, amount }) => credits === payment.credits && amount.value === value)
}

/** An address with the way back in it, and with the discount code that was given. */
export function withNext(path: string, next: string | null, code: string | null = null): string {
  const query = [
    next !== null && `next=${encodeURIComponent(next)}`,
    code !== null && `code=${encodeURIComponent(code)}`,
  ].filter(Boolean)
  return query.length === 0 ? path : `${path}${path.includes('?') ? '&' : '?'}${query.join('&')}`
}
