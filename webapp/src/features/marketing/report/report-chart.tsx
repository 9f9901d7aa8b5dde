import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { MarketingReport } from '@/api/types'
import { Select } from '@/ui'
import type { Dimension, ReportFilter } from './model/report-filter'
import { barsOf, barsOverTime, counts, largest, type Bar, type Measure } from './model/series'
import styles from './report.module.css'
import { useFigures } from './use-figures'
import { useKeyWords } from './use-key-words'

const most = 12

/** One measure by the first dimension. The table below has the same figures, so the drawing itself is hidden from
 * screen readers. */
export function ReportChart({ report, filter }: { report: MarketingReport; filter: ReportFilter }) {
  const { t } = useTranslation('marketing')
  const { number, money } = useFigures()
  const titleId = useId()
  const dimension = report.by[0] as Dimension
  const measures: Measure[] = [
    ...(report.has_sign_ups ? counts.filter((name) => name !== 'views' || report.has_views) : []),
    ...report.total.revenue.map(({ currency }): Measure => `net:${currency}`),
  ]
  const [wanted, setWanted] = useState<Measure>('sign_ups')
  const measure = measures.includes(wanted) ? wanted : (measures[0] ?? 'sign_ups')
  const nameOf = (each: Measure) =>
    each.startsWith('net:') ? `${t('col_net')} (${each.slice(4)})` : t(`col_${each as 'views'}`)
  const write = (value: number) => (measure.startsWith('net:') ? money(value, measure.slice(4)) : number(value))
  const bars = barsOf(report.rows, measure)
  return (
    <section className={styles.chart} aria-labelledby={titleId}>
      <div className={styles.chartHead}>
        <h2 id={titleId}>{t('chart_title', { measure: nameOf(measure), dimension: t(`dim_${dimension}`) })}</h2>
        <Select
          label={t('chart_measure')}
          value={measure}
          onChange={(event) => setWanted(event.target.value as Measure)}
        >
          {measures.map((each) => (
            <option key={each} value={each}>
              {nameOf(each)}
            </option>
          ))}
        </Select>
      </div>
      {dimension === 'day' || dimension === 'week' ? (
        <Columns bars={barsOverTime(bars, dimension, filter.first, filter.last)} write={write} dimension={dimension} />
      ) : (
        <Ranking bars={largest(bars, most)} write={write} dimension={dimension} />
      )}
    </section>
  )
}

interface DrawingProps {
  bars: Bar[]
  write: (value: number) => string
  dimension: Dimension
}

/** Columns over time, as wide as there is room; a loss hangs below the line. */
function Columns({ bars, write, dimension }: DrawingProps) {
  const words = useKeyWords()
  const highest = Math.max(1, ...bars.map(({ value }) => value))
  const lowest = Math.min(0, ...bars.map(({ value }) => value))
  const height = (value: number) => (Math.abs(value) / (highest - lowest)) * 100
  const line = (highest / (highest - lowest)) * 100
  return (
    <div className={styles.columns} aria-hidden="true">
      <p className={styles.scale}>{write(highest)}</p>
      <svg viewBox={`0 0 ${Math.max(bars.length, 1)} 100`} preserveAspectRatio="none">
        {bars.map(({ key, value }, index) => (
          <rect
            key={key}
            x={index + 0.12}
            width={0.76}
            y={value < 0 ? line : line - height(value)}
            height={height(value)}
            className={value < 0 ? styles.loss : styles.bar}
          >
            <title>{`${words(dimension, key)}: ${write(value)}`}</title>
          </rect>
        ))}
      </svg>
      <p className={styles.ends}>
        <span>{words(dimension, bars[0]?.key ?? '')}</span>
        <span>{words(dimension, bars.at(-1)?.key ?? '')}</span>
      </p>
    </div>
  )
}

function Ranking({ bars, write, dimension }: DrawingProps) {
  const words = useKeyWords()
  const highest = Math.max(1, ...bars.map(({ value }) => Math.abs(value)))
  return (
    <ol className={styles.ranking} aria-hidden="true">
      {bars.map(({ key, value }) => (
        <li key={key}>
          <span className={styles.rankName}>{words(dimension, key)}</span>
          <svg viewBox="0 0 100 10" preserveAspectRatio="none">
            <rect
              width={(Math.abs(value) / highest) * 100}
              height="10"
              className={value < 0 ? styles.loss : styles.bar}
            />
          </svg>
          <span className={styles.rankValue}>{write(value)}</span>
        </li>
      ))}
    </ol>
  )
}
