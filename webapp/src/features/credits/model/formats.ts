import type { Money } from '@/api/types'

export function formatMoney({ value, currency }: Money, locale: string): string {
  return new Intl.NumberFormat(locale, { style: 'currency', currency }).format(Number(value))
}

/** With its sign, as in a bank statement: "+50", "−2". */
export function formatCredits(credits: number, locale: string): string {
  return new Intl.NumberFormat(locale, { signDisplay: 'exceptZero' }).format(credits).replace('-', '−')
}

/** The year only when it is another one. */
export function formatDate(at: string, locale: string, now = new Date()): string {
  const then = new Date(at)
  const sameYear = then.getFullYear() === now.getFullYear()
  return then.toLocaleDateString(locale, { day: 'numeric', month: 'short', ...(!sameYear && { year: 'numeric' }) })
}
