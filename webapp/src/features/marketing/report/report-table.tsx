import { useTranslation } from 'react-i18next'
import type { MarketingReport, MarketingReportRow, MarketingRevenue } from '@/api/types'
import { isNarrowing, type Dimension, type Narrowing } from './model/report-filter'
import { shareOf } from './model/series'
import styles from './report.module.css'
import { useFigures } from './use-figures'
import { useKeyWords } from './use-key-words'

const lifetimes = ['1', '7', '30', '90', '365'] as const
const moneyColumns = ['purchases', 'gross', 'vat', 'discount', 'reversed', 'net', 'payout', 'cost'] as const

interface Props {
  report: MarketingReport
  onNarrow: (name: Narrowing, value: string) => void
}

/** Every figure of the report. A row has a line for each of its currencies; its counts stand in the first one. */
export function ReportTable({ report, onNarrow }: Props) {
  const { t } = useTranslation('marketing')
  const { number } = useFigures()
  return (
    <>
      {/* A region that scrolls sideways has to be reached by the keyboard. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div className={styles.scroller} role="region" aria-label={t('report_table')} tabIndex={0}>
        <table className={styles.table}>
          <thead>
            <tr>
              {report.by.map((name) => (
                <th key={name} scope="col">
                  {t(`dim_${name as Dimension}`)}
                </th>
              ))}
              {report.has_views && (
                <>
                  <th scope="col">{t('col_views')}</th>
                  <th scope="col">{t('col_bounced')}</th>
                  <th scope="col">{t('col_suspects')}</th>
                </>
              )}
              {report.has_sign_ups && (
                <>
                  <th scope="col">{t('col_sign_ups')}</th>
                  <th scope="col">{t('col_suspect_sign_ups')}</th>
                  <th scope="col">{t('col_confirmed')}</th>
                  <th scope="col">{t('col_first_purchases')}</th>
                </>
              )}
              {moneyColumns.map((name) => (
                <th key={name} scope="col">
                  {t(`col_${name}`)}
                </th>
              ))}
              {report.has_views && <th scope="col">{t('col_net_a_view')}</th>}
              {lifetimes.map((days) => (
                <th key={days} scope="col">
                  {t('col_lifetime', { days })}
                </th>
              ))}
              <th scope="col">{t('col_chargebacks')}</th>
            </tr>
          </thead>
          <tbody>
            {report.rows.map((row) => (
              <Lines key={row.key.join('\0')} row={row} report={report} onNarrow={onNarrow} />
            ))}
          </tbody>
          <tfoot>
            <Lines row={report.total} report={report} />
          </tfoot>
        </table>
      </div>
      {report.left_out > 0 && (
        <p className={styles.note}>{t('report_left_out', { number: number(report.left_out) })}</p>
      )}
      {!report.has_views && (
        <p className={styles.note}>{t(report.has_sign_ups ? 'report_no_views' : 'report_no_sign_ups')}</p>
      )}
    </>
  )
}

function Lines({ row, report, onNarrow }: { row: MarketingReportRow; report: MarketingReport } & Partial<Props>) {
  const { number, percent } = useFigures()
  const lines: (MarketingRevenue | null)[] = row.revenue.length > 0 ? row.revenue : [null]
  const rowSpan = lines.length
  return lines.map((money, line) => (
    <tr key={money?.currency ?? ''}>
      {line === 0 && (
        <>
          <Names row={row} by={report.by as Dimension[]} rowSpan={rowSpan} {...(onNarrow && { onNarrow })} />
          {report.has_views && (
            <>
              <td rowSpan={rowSpan}>{number(row.views)}</td>
              <td rowSpan={rowSpan}>{percent(shareOf(row.bounced, row.views))}</td>
              <td rowSpan={rowSpan}>{number(row.suspects)}</td>
            </>
          )}
          {report.has_sign_ups && (
            <>
              <td rowSpan={rowSpan}>{number(row.sign_ups)}</td>
              <td rowSpan={rowSpan}>{number(row.suspect_sign_ups)}</td>
              <td rowSpan={rowSpan}>{number(row.confirmed)}</td>
              <td rowSpan={rowSpan}>{number(row.first_purchases)}</td>
            </>
          )}
        </>
      )}
      <Money money={money} hasViews={report.has_views} />
    </tr>
  ))
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

function Money({ money, hasViews }: { money: MarketingRevenue | null; hasViews: boolean }) {
  const figures = useFigures()
  if (!money) return <td colSpan={moneyColumns.length + lifetimes.length + (hasViews ? 2 : 1)}>–</td>
  const sum = (hundredths: number) => figures.money(hundredths, money.currency)
  const back = Object.values(money.reversed).reduce((all, one) => all + one, 0)
  const shown = { ...money, reversed: back }
  return (
    <>
      <td>{figures.number(money.purchases)}</td>
      {moneyColumns.slice(1).map((name) => (
        <td key={name}>{sum(shown[name])}</td>
      ))}
      {hasViews && <td>{money.net_a_view === null ? '–' : sum(money.net_a_view)}</td>}
      {lifetimes.map((days) => {
        const value = money.lifetime[days]
        return <td key={days}>{value === undefined ? '–' : sum(value)}</td>
      })}
      <td>{figures.percent(money.chargeback_share)}</td>
    </>
  )
}
