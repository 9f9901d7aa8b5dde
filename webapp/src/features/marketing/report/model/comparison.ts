import type { MarketingReport, MarketingReportRow } from '@/api/types'
import { isoDay, type ReportFilter } from './report-filter'
import { daysOf } from './series'

const dayMs = 86_400_000

/** The same report of the earlier range: as many days right before, or 52 weeks before, on the same weekdays. */
export function earlier(filter: ReportFilter): ReportFilter | null {
  if (!filter.compare) return null
  const first = Date.parse(filter.first)
  const last = Date.parse(filter.last)
  const back = filter.compare === 'before' ? last - first + dayMs : 364 * dayMs
  // The address may hold what is no day, or days in the wrong order: the server says so about the range itself.
  return last >= first ? { ...filter, first: isoDay(first - back), last: isoDay(last - back) } : null
}

const textOf = (key: readonly string[]) => key.join('\0')

/** Finds the earlier row of a row: by the same key, and by position for days and weeks. */
export function pairing(report: MarketingReport, before: MarketingReport) {
  const rows = new Map(before.rows.map((row) => [textOf(row.key), row]))
  const positions = report.by.map((name) =>
    name === 'day' || name === 'week'
      ? new Map(daysOf(name, report).map((day, index) => [day, daysOf(name, before)[index]]))
      : null,
  )
  return ({ key }: MarketingReportRow): MarketingReportRow | null => {
    if (key.length === 0) return before.total
    const wanted = key.map((value, index) => (positions[index] ? positions[index].get(value) : value) ?? '\0')
    return rows.get(textOf(wanted)) ?? null
  }
}
