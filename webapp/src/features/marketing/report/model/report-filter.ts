export const dimensions = ['page', 'version', 'arm', 'network', 'ref', 'sub1', 'code', 'day', 'week'] as const
export type Dimension = (typeof dimensions)[number]
/** Dimensions that a report can be narrowed to one value of. */
const narrowing = ['page', 'network'] as const
export type Narrowing = (typeof narrowing)[number]

export interface ReportFilter {
  first: string
  last: string
  by: Dimension[]
  /** An empty text asks for rows without a value. */
  only: Partial<Record<Narrowing, string>>
}

/** An empty parameter counts as absent, so this one asks for rows without a value. */
const none = '-'
const dayMs = 86_400_000

export const isoDay = (time: number): string => new Date(time).toISOString().slice(0, 10)

export const lastDays = (days: number, now: number) => ({ first: isoDay(now - (days - 1) * dayMs), last: isoDay(now) })

const isDimension = (name: string): name is Dimension => (dimensions as readonly string[]).includes(name)
export const isNarrowing = (name: Dimension): name is Narrowing => (narrowing as readonly string[]).includes(name)

/** The filter in the address; missing or unknown parts default to the last 30 days by page. */
export function filterOf(search: URLSearchParams, now: number): ReportFilter {
  const usual = lastDays(30, now)
  const by = [...new Set((search.get('by') ?? '').split(',').filter(isDimension))].slice(0, 3)
  const only: ReportFilter['only'] = {}
  for (const name of narrowing) {
    const value = search.get(name)
    if (value) only[name] = value === none ? '' : value
  }
  return {
    first: search.get('first') ?? usual.first,
    last: search.get('last') ?? usual.last,
    by: by.length ? by : ['page'],
    only,
  }
}

export function queryOf({ first, last, by, only }: ReportFilter): Record<string, string> {
  const narrowed = Object.entries(only).map(([name, value]) => [name, value || none])
  return { first, last, by: by.join(','), ...Object.fromEntries(narrowed) }
}

/** The filter with this dimension first; one that stood there before leaves. */
export const withFirst = (filter: ReportFilter, name: Dimension): ReportFilter => ({
  ...filter,
  by: [name, ...filter.by.slice(1).filter((other) => other !== name)],
})

/** The filter with this second dimension, or without one. */
export const withSecond = (filter: ReportFilter, name: Dimension | null): ReportFilter => ({
  ...filter,
  by: [...filter.by.slice(0, 1), ...(name ? [name] : [])],
})

export function narrowed(filter: ReportFilter, name: Narrowing, value: string | null): ReportFilter {
  const { [name]: _, ...others } = filter.only
  return { ...filter, only: value === null ? others : { ...others, [name]: value } }
}
