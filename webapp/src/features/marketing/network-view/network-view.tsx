import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isApiError } from '@/api/api-error'
import type { NetworkDay } from '@/api/types'
import { lastDays } from '@/features/marketing/report/model/report-filter'
import styles from '@/features/marketing/report/report.module.css'
import { useFigures } from '@/features/marketing/report/use-figures'
import { Chip, ChipRow, ErrorState, Loading, Page, PageTitle, Skeleton } from '@/ui'
import { useNetworkView } from './use-network-view'

const ranges = [7, 30, 90] as const
const counts = ['views', 'sign_ups', 'confirmed', 'first_purchases'] as const

/** What a network sees of itself, without an account: counts and what it is owed, by day. */
export function NetworkView({ viewKey }: { viewKey: string }) {
  const { t } = useTranslation('marketing')
  const [now] = useState(Date.now)
  const [days, setDays] = useState<(typeof ranges)[number]>(30)
  const { data, error, mutate } = useNetworkView(viewKey, lastDays(days, now))
  if (isApiError(error, 'not_found') || isApiError(error, 'validation_failed')) return <NoNetworkView />
  return (
    <Page width="wide">
      <PageTitle title={t('network_view_title', { name: data?.network ?? '…' })} lead={t('network_view_lead')} />
      <ChipRow label={t('range')}>
        {ranges.map((each) => (
          <Chip key={each} pressed={each === days} onClick={() => setDays(each)}>
            {t(`range_${each}`)}
          </Chip>
        ))}
      </ChipRow>
      {error !== undefined && <ErrorState error={error} onRetry={() => void mutate()} />}
      {!data && error === undefined && (
        <Loading>
          <Skeleton height="280px" />
        </Loading>
      )}
      {data && (
        <div className={styles.scroller}>
          <table className={styles.table}>
            <thead>
              <tr>
                <th scope="col" className={styles.name}>
                  {t('dim_day')}
                </th>
                {counts.map((name) => (
                  <th key={name} scope="col">
                    {t(`col_${name}`)}
                  </th>
                ))}
                <th scope="col">{t('network_owed')}</th>
              </tr>
            </thead>
            <tbody>
              {data.days.toReversed().map((day) => (
                <Line key={day.day} line={day} />
              ))}
            </tbody>
            <tfoot>
              <Line line={data.total} />
            </tfoot>
          </table>
        </div>
      )}
    </Page>
  )
}

function Line({ line }: { line: NetworkDay }) {
  const { t } = useTranslation('marketing')
  const { number, money, day } = useFigures()
  return (
    <tr>
      <th scope="row">{line.day === null ? t('report_total') : day(line.day)}</th>
      {counts.map((name) => (
        <td key={name}>{number(line[name])}</td>
      ))}
      <td>{line.owed.map(({ payout, currency }) => money(payout, currency)).join(' + ') || '–'}</td>
    </tr>
  )
}

export function NoNetworkView() {
  const { t } = useTranslation('marketing')
  return (
    <Page width="reading">
      <PageTitle title={t('network_view_gone_title')} lead={t('network_view_gone_text')} />
    </Page>
  )
}
