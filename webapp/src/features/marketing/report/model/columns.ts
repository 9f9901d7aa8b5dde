import type { MarketingReport, MarketingReportRow, MarketingRevenue } from '@/api/types'
import { shareOf } from './series'

interface Column {
  kind: 'number' | 'percent' | 'money'
  /** The figure of a row, or of one of its currencies; null where there is none. */
  of: (row: MarketingReportRow, money: MarketingRevenue | null) => number | null
}

const count = (name: 'views' | 'suspects' | 'sign_ups' | 'suspect_sign_ups' | 'confirmed' | 'first_purchases') =>
  ({ kind: 'number', of: (row) => row[name] }) satisfies Column
const sum = (name: 'gross' | 'vat' | 'discount' | 'net' | 'payout' | 'cost' | 'net_a_view') =>
  ({ kind: 'money', of: (_row, money) => money?.[name] ?? null }) satisfies Column
const lifetime = (days: string) =>
  ({ kind: 'money', of: (_row, money) => money?.lifetime[days] ?? null }) satisfies Column
const back = (money: MarketingRevenue) => Object.values(money.reversed).reduce((all, one) => all + one, 0)

/** All columns in their order, by the heading they are under: counts of a row, then figures of each currency. */
const groups = {
  views: {
    views: count('views'),
    bounced: { kind: 'percent', of: (row) => shareOf(row.bounced, row.views) },
    suspects: count('suspects'),
  },
  sign_ups: {
    sign_ups: count('sign_ups'),
    suspect_sign_ups: count('suspect_sign_ups'),
    confirmed: count('confirmed'),
    first_purchases: count('first_purchases'),
  },
  received: {
    purchases: { kind: 'number', of: (_row, money) => money?.purchases ?? null },
    gross: sum('gross'),
    vat: sum('vat'),
    discount: sum('discount'),
    reversed: { kind: 'money', of: (_row, money) => money && back(money) },
    net: sum('net'),
  },
  spent: { payout: sum('payout'), cost: sum('cost') },
  average: {
    net_a_view: sum('net_a_view'),
    lifetime_1: lifetime('1'),
    lifetime_7: lifetime('7'),
    lifetime_30: lifetime('30'),
    lifetime_90: lifetime('90'),
    lifetime_365: lifetime('365'),
    chargebacks: { kind: 'percent', of: (_row, money) => money?.chargeback_share ?? null },
  },
} satisfies Record<string, Record<string, Column>>

export type GroupName = keyof typeof groups
type KeysOf<T> = T extends T ? keyof T : never
export type ColumnName = KeysOf<(typeof groups)[GroupName]>

export interface ShownColumn extends Column {
  name: ColumnName
  group: GroupName
}

const columns: ShownColumn[] = Object.entries(groups).flatMap(([group, members]) =>
  Object.entries(members).map(([name, column]) => ({
    ...(column as Column),
    name: name as ColumnName,
    group: group as GroupName,
  })),
)
export const columnNames: ColumnName[] = columns.map(({ name }) => name)

/** As many as fit next to two dimensions at 1440 px. */
export const usualColumns: ColumnName[] = [
  'views',
  'bounced',
  'sign_ups',
  'confirmed',
  'first_purchases',
  'gross',
  'reversed',
  'net',
  'payout',
  'cost',
]

export const isColumn = (name: string): name is ColumnName => (columnNames as string[]).includes(name)
export const isOfRow = ({ group }: ShownColumn): boolean => group === 'views' || group === 'sign_ups'

/** Those of the chosen columns that the report has figures for, in their own order. */
export const shownColumns = (chosen: readonly ColumnName[], report: MarketingReport): ShownColumn[] =>
  columns.filter(
    ({ name, group }) =>
      chosen.includes(name) &&
      (report.has_views || (group !== 'views' && name !== 'net_a_view')) &&
      (report.has_sign_ups || group !== 'sign_ups'),
  )
