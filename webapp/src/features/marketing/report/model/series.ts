import type { MarketingReport, MarketingReportRow } from '@/api/types'

export const counts = ['views', 'sign_ups', 'confirmed', 'first_purchases'] as const
type Count = (typeof counts)[number]
/** A count, or net revenue in one currency. */
export type Measure = Count | `net:${string}`

export const isMeasure = (name: string): name is Measure =>
  /^net:[A-Z]{3}$/.test(name) || (counts as readonly string[]).includes(name)

export interface Bar {
  /** Null for the sum of those too small to have a bar each. */
  key: string | null
  value: number
}

const dayMs = 86_400_000

export function valueOf(row: MarketingReportRow, measure: Measure): number {
  if (!measure.startsWith('net:')) return row[measure as Count]
  return row.revenue.find(({ currency }) => currency === measure.slice(4))?.net ?? 0
}

/** Sums by the first dimension, in the order of the rows. */
export function barsOf(rows: readonly MarketingReportRow[], measure: Measure): Bar[] {
  const sums = new Map<string, number>()
  for (const row of rows) {
    const key = row.key[0] ?? ''
    sums.set(key, (sums.get(key) ?? 0) + valueOf(row, measure))
  }
  return [...sums].map(([key, value]) => ({ key, value }))
}

/** Each day, or each week's Monday, of the report's range. */
export function daysOf(by: 'day' | 'week', { first, last }: Pick<MarketingReport, 'first' | 'last'>): string[] {
  const step = by === 'day' ? dayMs : 7 * dayMs
  const start = Date.parse(first)
  // A week begins on its Monday; 1 January 1970 was a Thursday.
  const from = by === 'day' ? start : start - (((start / dayMs + 3) % 7) + 7) * dayMs + 7 * dayMs
  const days: string[] = []
  for (let time = from; time <= Date.parse(last); time += step) days.push(new Date(time).toISOString().slice(0, 10))
  return days
}

/** The bars of a chart over time: days, weeks, or the hours of a day and, if it has a bar, the unknown hour. */
export function timesOf(
  by: 'day' | 'week' | 'hour',
  report: Pick<MarketingReport, 'first' | 'last'>,
  bars: readonly Bar[],
): string[] {
  if (by !== 'hour') return daysOf(by, report)
  const hours = Array.from({ length: 24 }, (_, hour) => String(hour).padStart(2, '0'))
  return bars.some(({ key, value }) => key === '' && value !== 0) ? [...hours, ''] : hours
}

/** One bar for each of the times, with 0 where nothing happened. */
export function barsOverTime(bars: readonly Bar[], days: readonly string[]): Bar[] {
  const values = new Map(bars.map(({ key, value }) => [key, value]))
  return days.map((key) => ({ key, value: values.get(key) ?? 0 }))
}

/** At most `limit` bars with most, and one for the rest of the whole, so that they add up to the table's sum. */
export function largest(bars: readonly Bar[], limit: number, whole: number): Bar[] {
  const shown = bars.toSorted((one, other) => other.value - one.value).slice(0, limit)
  const rest = whole - shown.reduce((sum, { value }) => sum + value, 0)
  return rest === 0 ? shown : [...shown, { key: null, value: rest }]
}

/** A part of a whole, or null where there is no whole. */
export const shareOf = (part: number, whole: number): number | null => (whole > 0 ? part / whole : null)
