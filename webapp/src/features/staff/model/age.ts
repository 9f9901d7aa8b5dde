const minute = 60_000

/** A time as seen from now: "5 min ago", "in 3 hr", "2 days ago". */
export function fromNow(time: string, locale: string, now = Date.now()): string {
  const words = new Intl.RelativeTimeFormat(locale, { style: 'short' })
  const minutes = Math.round((Date.parse(time) - now) / minute)
  if (Math.abs(minutes) < 60) return words.format(minutes, 'minute')
  if (Math.abs(minutes) < 48 * 60) return words.format(Math.round(minutes / 60), 'hour')
  return words.format(Math.round(minutes / 60 / 24), 'day')
}

export const isPast = (time: string, now = Date.now()): boolean => Date.parse(time) < now
