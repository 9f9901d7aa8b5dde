import { useTranslation } from 'react-i18next'
import type { MarketingReport, MarketingReportRow } from '@/api/types'
import { isOfRow, shownColumns, type ColumnName, type GroupName, type ShownColumn } from './model/columns'
import { pairing } from './model/comparison'
import { isNarrowing, type Dimension, type Narrowing } from './model/report-filter'
import styles from './report.module.css'
import { useColumnName } from './use-column-name'
import { useDimensionName } from './use-dimension-name'
import { useFigures } from './use-figures'
import { useKeyWords } from './use-key-words'

interface Props {
  report: MarketingReport
  before: MarketingReport | null
  columns: readonly ColumnName[]
  onNarrow: (name: Narrowing, value: string) => void
}

/** The chosen figures of the report. A row has a line for each of its currencies; its counts stand in the first one. */
export function ReportTable({ report, before, columns: chosen, onNarrow }: Props) {
  const { t } = useTranslation('marketing')
  const { number, day } = useFigures()
  const columns = shownColumns(chosen, report)
  const earlierOf = before && pairing(report, before)
  const lines = (row: MarketingReportRow) => ({ row, columns, earlier: earlierOf?.(row) ?? null })
  return (
    <>
      {/* A region that scrolls sideways has to be reached by the keyboard. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div className={styles.scroller} role="region" aria-label={t('report_table')} tabIndex={0}>
        <table className={styles.table}>
          <Head by={report.by as Dimension[]} columns={columns} />
          <tbody>
            {report.rows.map((row) => (
              <Lines key={row.key.join('\0')} {...lines(row)} report={report} onNarrow={onNarrow} />
            ))}
          </tbody>
          <tfoot>
            <Lines {...lines(report.total)} report={report} />
          </tfoot>
        </table>
      </div>
      {before && (
        <p className={styles.note}>{t('compare_note', { first: day(before.first), last: day(before.last) })}</p>
      )}
      <p className={styles.note}>{t('report_money')}</p>
      {report.left_out > 0 && (
        <p className={styles.note}>{t('report_left_out', { number: number(report.left_out) })}</p>
      )}
      {!report.has_views && (
        <p className={styles.note}>{t(report.has_sign_ups ? 'report_no_views' : 'report_no_sign_ups')}</p>
      )}
    </>
  )
}

/** Two lines: the kind of figure, such as money received, and the columns of that kind. */
function Head({ by, columns }: { by: Dimension[]; columns: ShownColumn[] }) {
  const { t } = useTranslation('marketing')
  const dimensionName = useDimensionName()
  const nameOf = useColumnName()
  const groups = new Map<GroupName, number>()
  for (const { group } of columns) groups.set(group, (groups.get(group) ?? 0) + 1)
  return (
    <thead>
      <tr>
        {by.map((name) => (
          <th key={name} scope="col" rowSpan={2} className={styles.name}>
            {dimensionName(name)}
          </th>
        ))}
        {[...groups].map(([group, width]) => (
          <th key={group} scope="colgroup" colSpan={width} className={styles.group}>
            {t(`group_${group}`)}
          </th>
        ))}
      </tr>
      <tr>
        {columns.map(({ name }) => (
          <th key={name} scope="col">
            {nameOf(name)}
          </th>
        ))}
      </tr>
    </thead>
  )
}

interface LinesProps {
  row: MarketingReportRow
  earlier: MarketingReportRow | null
  columns: ShownColumn[]
  report: MarketingReport
  onNarrow?: Props['onNarrow']
}

function Lines({ row, earlier, columns, report, onNarrow }: LinesProps) {
  const currencies = row.revenue.length > 0 ? row.revenue : [null]
  const rowSpan = currencies.length
  return currencies.map((money, line) => {
    const earlierMoney = earlier?.revenue.find(({ currency }) => currency === money?.currency) ?? null
    return (
      <tr key={money?.currency ?? ''}>
        {line === 0 && (
          <Names row={row} by={report.by as Dimension[]} rowSpan={rowSpan} {...(onNarrow && { onNarrow })} />
        )}
        {columns
          .filter((column) => line === 0 || !isOfRow(column))
          .map((column) => (
            <Cell
              key={column.name}
              column={column}
              currency={money?.currency ?? ''}
              value={column.of(row, money)}
              before={earlier && column.of(earlier, earlierMoney)}
              {...(isOfRow(column) && { rowSpan })}
            />
          ))}
      </tr>
    )
  })
}

interface CellProps {
  column: ShownColumn
  currency: string
  value: number | null
  before: number | null
  rowSpan?: number
}

function Cell({ column, currency, value, before, rowSpan }: CellProps) {
  const { figure } = useFigures()
  return (
    <td rowSpan={rowSpan}>
      {figure(value, column.kind, currency)}{' '}
      {before !== null && <span className={styles.earlier}>{figure(before, column.kind, currency)}</span>}
    </td>
  )
}

interface NamesProps {
  row: MarketingReportRow
  by: Dimension[]
  rowSpan: number
  onNarrow?: Props['onNarrow']
}

function Names({ row, by, rowSpan, onNarrow }: NamesProps) {
  const { t } = useTranslation('marketing')
  const words = useKeyWords()
  if (row.key.length === 0)
    return (
      <th scope="row" colSpan={by.length} rowSpan={rowSpan}>
        {t('report_total')}
      </th>
    )
  return by.map((name, index) => {
    const value = row.key[index] ?? ''
    const text = words(name, value)
    const shown =
      onNarrow && isNarrowing(name) ? (
        <button
          type="button"
          className={styles.narrow}
          title={t('filter_only', { value: text })}
          onClick={() => onNarrow(name, value)}
        >
          {text}
        </button>
      ) : (
        text
      )
    return index === 0 ? (
      <th key={name} scope="row" rowSpan={rowSpan}>
        {shown}
      </th>
    ) : (
      <td key={name} className={styles.name} rowSpan={rowSpan}>
        {shown}
      </td>
    )
  })
}
