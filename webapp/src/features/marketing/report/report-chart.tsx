import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import type { MarketingReport } from '@/api/types'
import { Select } from '@/ui'
import type { Dimension, ReportFilter } from './model/report-filter'
import { barsOf, barsOverTime, counts, timesOf, largest, valueOf, type Bar, type Measure } from './model/series'
import styles from './report.module.css'
import { useDimensionName } from './use-dimension-name'
import { useFigures } from './use-figures'
import { useKeyWords } from './use-key-words'
import { useReport } from './use-report'

const most = 12

interface Props {
  report: MarketingReport
  before: MarketingReport | null
  filter: ReportFilter
  onMeasure: (measure: Measure) => void
}

/** One measure by the first dimension. The table below has the same figures, so the drawing itself is hidden from
 * screen readers. */
export function ReportChart({ report, before, filter, onMeasure }: Props) {
  const { t } = useTranslation('marketing')
  const { number, money } = useFigures()
  const titleId = useId()
  const dimensionName = useDimensionName()
  const dimension = report.by[0] as Dimension
  // Rows beyond the table's would be missing in the sums by the first of two dimensions.
  const { data } = useReport(report.left_out > 0 && report.by.length > 1 ? { ...filter, by: [dimension] } : null)
  const measures: Measure[] = [
    ...(report.has_sign_ups ? counts.filter((name) => name !== 'views' || report.has_views) : []),
    ...report.total.revenue.map(({ currency }): Measure => `net:${currency}`),
  ]
  const measure = measures.includes(filter.chart) ? filter.chart : (measures[0] ?? 'sign_ups')
  const nameOf = (each: Measure) =>
    each.startsWith('net:') ? `${t('col_net')} (${each.slice(4)})` : t(`col_${each as 'views'}`)
  const write = (value: number) => (measure.startsWith('net:') ? money(value, measure.slice(4)) : number(value))
  const bars = barsOf((data ?? report).rows, measure)
  const earlier = before && barsOf(before.rows, measure)
  return (
    <section className={styles.chart} aria-labelledby={titleId}>
      <div className={styles.chartHead}>
        <h2 id={titleId}>{t('chart_title', { measure: nameOf(measure), dimension: dimensionName(dimension) })}</h2>
        <Select
          label={t('chart_measure')}
          value={measure}
          onChange={(event) => onMeasure(event.target.value as Measure)}
        >
          {measures.map((each) => (
            <option key={each} value={each}>
              {nameOf(each)}
            </option>
          ))}
        </Select>
      </div>
      {dimension === 'day' || dimension === 'week' || dimension === 'hour' ? (
        <Columns
          bars={barsOverTime(bars, timesOf(dimension, report, bars))}
          earlier={before && earlier && barsOverTime(earlier, timesOf(dimension, before, bars))}
          write={write}
          dimension={dimension}
        />
      ) : (
        <Ranking
          bars={largest(bars, most, valueOf(report.total, measure))}
          earlier={earlier}
          write={write}
          dimension={dimension}
        />
      )}
    </section>
  )
}

interface DrawingProps {
  bars: Bar[]
  /** Those of the range before, by position for days and weeks. */
  earlier: Bar[] | null
  write: (value: number) => string
  dimension: Dimension
}

/** Columns over time, as wide as there is room, before them a line for the range before; a loss hangs below the line. */
function Columns({ bars, earlier, write, dimension }: DrawingProps) {
  const words = useKeyWords()
  const values = [...bars, ...(earlier ?? [])].map(({ value }) => value)
  const highest = Math.max(1, ...values)
  const lowest = Math.min(0, ...values)
  const height = (value: number) => (Math.abs(value) / (highest - lowest)) * 100
  const line = (highest / (highest - lowest)) * 100
  const top = (value: number) => (value < 0 ? line : line - height(value))
  return (
    <div className={styles.columns} aria-hidden="true">
      <p className={styles.scale}>{write(highest)}</p>
      <svg viewBox={`0 0 ${Math.max(bars.length, 1)} 100`} preserveAspectRatio="none">
        {bars.map(({ key, value }, index) => (
          <rect
            key={key}
            x={index + 0.12}
            width={0.76}
            y={top(value)}
            height={height(value)}
            className={value < 0 ? styles.loss : styles.bar}
          >
            <title>{`${words(dimension, key)}: ${write(value)}`}</title>
          </rect>
        ))}
        {earlier?.slice(0, bars.length).map(({ key, value }, index) => (
          <line
            key={key}
            x1={index}
            x2={index + 1}
            y1={line - (value / (highest - lowest)) * 100}
            y2={line - (value / (highest - lowest)) * 100}
            className={styles.before}
          >
            <title>{`${words(dimension, key)}: ${write(value)}`}</title>
          </line>
        ))}
      </svg>
      <p className={styles.ends}>
        <span>{words(dimension, bars[0]?.key ?? '')}</span>
        <span>{words(dimension, bars.at(-1)?.key ?? '')}</span>
      </p>
    </div>
  )
}

function Ranking({ bars, earlier, write, dimension }: DrawingProps) {
  const words = useKeyWords()
  const before = new Map(earlier?.map(({ key, value }) => [key, value]))
  const values = [...bars.map(({ value }) => value), ...bars.map(({ key }) => before.get(key) ?? 0)]
  const highest = Math.max(1, ...values.map(Math.abs))
  const share = (value: number) => (Math.abs(value) / highest) * 100
  return (
    <ol className={styles.ranking} aria-hidden="true">
      {bars.map(({ key, value }) => (
        <li key={key}>
          <span className={styles.rankName}>{words(dimension, key)}</span>
          <svg viewBox="0 0 100 10" preserveAspectRatio="none">
            <rect width={share(value)} height="10" className={value < 0 ? styles.loss : styles.bar} />
            {before.has(key) && (
              <line
                x1={share(before.get(key) ?? 0)}
                x2={share(before.get(key) ?? 0)}
                y1="0"
                y2="10"
                className={styles.before}
              />
            )}
          </svg>
          <span className={styles.rankValue}>{write(value)}</span>
        </li>
      ))}
    </ol>
  )
}
