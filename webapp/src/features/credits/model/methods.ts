import brandNames from '@/locales/brands.json'

/** Names that are the same in every language; emails and files have them from there, too. Other methods have a text. */
const brands: Readonly<Record<string, string>> = brandNames

const worded = ['creditcard', 'directdebit', 'banktransfer'] as const

type Worded = (typeof worded)[number]

export function isWorded(method: string): method is Worded {
  return worded.includes(method as Worded)
}

export function brandOf(method: string): string {
  return brands[method] ?? method.charAt(0).toUpperCase() + method.slice(1)
}

export type MethodKind = 'bank' | 'card' | 'phone' | 'wallet' | 'mandate' | 'voucher'

const kinds: Record<string, MethodKind> = {
  applepay: 'phone',
  bancontact: 'card',
  blik: 'phone',
  cartebancaire: 'card',
  creditcard: 'card',
  directdebit: 'mandate',
  maestro: 'card',
  mastercard: 'card',
  nexi: 'card',
  paypal: 'wallet',
  paysafecard: 'voucher',
  twint: 'phone',
  visa: 'card',
}

/** The kind of method, for the picture beside the name. */
export function kindOf(method: string): MethodKind {
  return kinds[method] ?? 'bank'
}

/** Other ways to pay, for when one did not work. */
export function otherMethods(methods: readonly string[], failed: string, most = 2): string[] {
  return methods.filter((method) => method !== failed).slice(0, most)
}
