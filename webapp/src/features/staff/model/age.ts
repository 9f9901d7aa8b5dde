const minute = 60_000

/** For how long a case has waited: "5 min ago", "3 hr ago", "2 days ago". */
export function ageOf(since: string, locale: string, now = Date.now()): string {
  const words = new Intl.RelativeTimeFormat(locale, { style: 'short' })
  const minutes = Math.max(0, Math.round((now - Date.parse(since)) / minute))
  if (minutes < 60) return words.format(-minutes, 'minute')
  if (minutes < 48 * 60) return words.format(-Math.round(minutes / 60), 'hour')
  return words.format(-Math.round(minutes / 60 / 24), 'day')
}
