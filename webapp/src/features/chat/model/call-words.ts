import type { Message } from '@/api/types'

export type ChatCall = NonNullable<Message['call']>

/** The key of the words of a call in its conversation; `own` is the caller's view, who is told of no refusal. */
export function callWords({ kind, state }: ChatCall, own: boolean) {
  if (state === 'failed') return 'call_failed'
  if (state === 'refused') return 'call_refused'
  if (state === 'missed') return own ? 'call_unanswered' : (`call_missed_${kind}` as const)
  return `call_${kind}` as const
}

/** The length of a call, such as "4 min"; nothing while it lasts. */
export function callLength({ seconds }: ChatCall, locale: string): string {
  if (seconds === null) return ''
  const [count, unit] = seconds < 60 ? [seconds, 'second'] : [Math.round(seconds / 60), 'minute']
  return new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'short' }).format(count)
}
