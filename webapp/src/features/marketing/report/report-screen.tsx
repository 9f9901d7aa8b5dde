import { ChartColumn, Download } from 'lucide-react'
import { useCallback, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router'
import type { MarketingReport } from '@/api/types'
import { Chip, ChipRow, EmptyState, ErrorState, Loading, Skeleton } from '@/ui'
import { earlier } from './model/comparison'
import { addressOf, filterOf, narrowed, type Narrowing, type ReportFilter } from './model/report-filter'
import { ReportChart } from './report-chart'
import { ReportColumns } from './report-columns'
import { ReportFoot } from './report-foot'
import { ReportForm } from './report-form'
import { ReportLink } from './report-link'
import styles from './report.module.css'
import { ReportSuspects } from './report-suspects'
import { ReportTable } from './report-table'
import { ReportTiles } from './report-tiles'
import { SavedViews } from './saved-views'
import { useDimensionName } from './use-dimension-name'
import { useKeyWords } from './use-key-words'
import { fileOf, useReport } from './use-report'

export function ReportScreen() {
  const [search, setSearch] = useSearchParams()
  // The router follows in its own time, and a field that is being filled in must not.
  const [now] = useState(() => Date.now())
  const [filter, setFilter] = useState(() => filterOf(search, now))
  const { data, error, mutate, isLoading } = useReport(filter)
  const compared = useReport(earlier(filter))
  // Rows of another range or dimension would be paired with the wrong ones.
  const before = filter.compare && compared.data?.by.join() === data?.by.join() ? (compared.data ?? null) : null
  const change = useCallback(
    (wanted: ReportFilter) => {
      setFilter(wanted)
      setSearch(addressOf(wanted, now), { replace: true, preventScrollReset: true })
    },
    [now, setSearch],
  )
  const choose = useCallback((query: string) => change(filterOf(new URLSearchParams(query), now)), [change, now])
  return (
    <div className={styles.report}>
      <SavedViews
        query={new URLSearchParams(addressOf(filter, now)).toString()}
        isBare={search.size === 0}
        onChoose={choose}
      />
      <ReportForm filter={filter} now={now} onChange={change} />
      <ActiveFilters filter={filter} onChange={change} />
      {(error ?? compared.error) ? (
        <ErrorState error={error ?? compared.error} onRetry={() => void Promise.all([mutate(), compared.mutate()])} />
      ) : data ? (
        <div aria-busy={isLoading} className={styles.report}>
          <Figures report={data} before={before} filter={filter} onChange={change} />
        </div>
      ) : (
        <Loading className={styles.report}>
          <Skeleton height="120px" />
          <Skeleton height="280px" />
        </Loading>
      )}
    </div>
  )
}

interface Props {
  filter: ReportFilter
  onChange: (filter: ReportFilter) => void
}

function ActiveFilters({ filter, onChange }: Props) {
  const { t } = useTranslation('marketing')
  const words = useKeyWords()
  const dimensionName = useDimensionName()
  const active = Object.entries(filter.only) as [Narrowing, string][]
  if (active.length === 0) return null
  return (
    <ChipRow label={t('filters')}>
      {active.map(([name, value]) => (
        <Chip key={name} pressed onClick={() => onChange(narrowed(filter, name, null))}>
          {t('filter_remove', { name: dimensionName(name), value: words(name, value) })}
        </Chip>
      ))}
    </ChipRow>
  )
}

function Figures({
  report,
  before,
  filter,
  onChange,
}: Props & { report: MarketingReport; before: MarketingReport | null }) {
  const { t } = useTranslation('marketing')
  if (report.rows.length === 0)
    return (
      <>
        <EmptyState icon={<ChartColumn size={28} />} title={t('report_empty')} text={t('report_empty_text')} />
        <ReportFoot report={report} />
      </>
    )
  return (
    <>
      <ReportTiles report={report} before={before} />
      <ReportChart
        report={report}
        before={before}
        filter={filter}
        onMeasure={(chart) => onChange({ ...filter, chart })}
      />
      <ReportColumns columns={filter.columns} onChange={(columns) => onChange({ ...filter, columns })} />
      <ReportTable
        report={report}
        before={before}
        columns={filter.columns}
        onNarrow={(name, value) => onChange(narrowed(filter, name, value))}
      />
      <div className={styles.takeaway}>
        <a className={styles.file} href={fileOf(filter)} download>
          <Download size={20} aria-hidden="true" /> {t('report_file')}
        </a>
        <ReportLink />
      </div>
      <ReportSuspects report={report} />
      <ReportFoot report={report} />
    </>
  )
}
