import { isColumn, usualColumns, type ColumnName } from './columns'
import { isMeasure, type Measure } from './series'

export const dimensions = [
  'page',
  'version',
  'arm',
  'network',
  'ref',
  'sub1',
  'sub2',
  'sub3',
  'sub4',
  'sub5',
  'country',
  'device',
  'link',
  'language',
  'code',
  'day',
  'week',
  'hour',
] as const
export type Dimension = (typeof dimensions)[number]
/** Dimensions that a report can be narrowed to one value of. */
const narrowing = ['page', 'network'] as const
export type Narrowing = (typeof narrowing)[number]

export const comparisons = ['before', 'year'] as const
export type Comparison = (typeof comparisons)[number]

/** A view of the report, complete in its address: it can be bookmarked and shared. */
export interface ReportFilter {
  first: string
  last: string
  by: Dimension[]
  /** An empty text asks for rows without a value. */
  only: Partial<Record<Narrowing, string>>
  columns: ColumnName[]
  compare: Comparison | null
  chart: Measure
}

/** An empty parameter counts as absent, so this one asks for rows without a value. */
const none = '-'
const dayMs = 86_400_000

export const isoDay = (time: number): string => new Date(time).toISOString().slice(0, 10)

export const lastDays = (days: number, now: number) => ({ first: isoDay(now - (days - 1) * dayMs), last: isoDay(now) })

const isDimension = (name: string): name is Dimension => (dimensions as readonly string[]).includes(name)
export const isNarrowing = (name: Dimension): name is Narrowing => (narrowing as readonly string[]).includes(name)

/** Ranges relative to today, so that a bookmark of the last 30 days stays relative. */
export const ranges = [7, 30, 90, 365] as const

export const isRange = (days: number, { first, last }: Pick<ReportFilter, 'first' | 'last'>, now: number): boolean => {
  const range = lastDays(days, now)
  return range.first === first && range.last === last
}

/** The filter in the address; missing or unknown parts default to the last 30 days by page. */
export function filterOf(search: URLSearchParams, now: number): ReportFilter {
  const usual = lastDays(ranges.find((days) => String(days) === search.get('days')) ?? 30, now)
  const by = [...new Set((search.get('by') ?? '').split(',').filter(isDimension))].slice(0, 3)
  const only: ReportFilter['only'] = {}
  for (const name of narrowing) {
    const value = search.get(name)
    if (value) only[name] = value === none ? '' : value
  }
  const columns = (search.get('columns') ?? '').split(',').filter(isColumn)
  const chart = search.get('chart') ?? ''
  return {
    first: search.get('first') ?? usual.first,
    last: search.get('last') ?? usual.last,
    by: by.length ? by : ['page'],
    only,
    columns: columns.length ? columns : usualColumns,
    compare: comparisons.find((name) => name === search.get('compare')) ?? null,
    chart: isMeasure(chart) ? chart : 'sign_ups',
  }
}

/** The part of the filter that the server answers. */
export function queryOf({ first, last, by, only }: ReportFilter): Record<string, string> {
  const narrowed = Object.entries(only).map(([name, value]) => [name, value || none])
  return { first, last, by: by.join(','), ...Object.fromEntries(narrowed) }
}

/** The whole filter as parameters of the address; usual choices are left out. */
export function addressOf(filter: ReportFilter, now: number): Record<string, string> {
  const { first: _first, last: _last, ...others } = queryOf(filter)
  const days = ranges.find((each) => isRange(each, filter, now))
  return {
    ...(days ? { days: String(days) } : { first: filter.first, last: filter.last }),
    ...others,
    ...(filter.columns.join() !== usualColumns.join() && { columns: filter.columns.join() }),
    ...(filter.compare && { compare: filter.compare }),
    ...(filter.chart !== 'sign_ups' && { chart: filter.chart }),
  }
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
