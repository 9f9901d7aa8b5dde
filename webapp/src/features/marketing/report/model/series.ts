import type { MarketingReportRow } from '@/api/types'

export const counts = ['views', 'sign_ups', 'confirmed', 'first_purchases'] as const
type Count = (typeof counts)[number]
/** A count, or net revenue in one currency. */
export type Measure = Count | `net:${string}`

export interface Bar {
  key: string
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

/** One bar for each day or week from the first to the last one, with 0 where nothing happened. */
export function barsOverTime(bars: readonly Bar[], by: 'day' | 'week', first: string, last: string): Bar[] {
  const step = by === 'day' ? dayMs : 7 * dayMs
  const values = new Map(bars.map(({ key, value }) => [key, value]))
  const start = Date.parse(first)
  // A week begins on its Monday; 1 January 1970 was a Thursday.
  const from = by === 'day' ? start : start - (((start / dayMs + 3) % 7) + 7) * dayMs + 7 * dayMs
  const all: Bar[] = []
  for (let time = from; time <= Date.parse(last); time += step) {
    const key = new Date(time).toISOString().slice(0, 10)
    all.push({ key, value: values.get(key) ?? 0 })
  }
  return all
}

/** The bars with most, at most `limit`. */
export const largest = (bars: readonly Bar[], limit: number): Bar[] =>
  bars.toSorted((one, other) => other.value - one.value).slice(0, limit)

/** A part of a whole, or null where there is no whole. */
export const shareOf = (part: number, whole: number): number | null => (whole > 0 ? part / whole : null)
