import { useTranslation } from 'react-i18next'
import { useSiteName } from '@/api/use-site-name'
import { useTransparency } from '@/features/complaints/api/transparency'
import { TransparencyFigures } from '@/features/complaints/components/transparency-figures'
import { useDates } from '@/i18n/use-dates'
import { ErrorState, Loading, Page, PageTitle, Skeleton } from '@/ui'

/** Moderation in numbers: the last transparency report of the site, for everybody. */
export default function TransparencyRoute() {
  const { t } = useTranslation('complaints')
  const { calendarDay } = useDates()
  const site = useSiteName()
  const { data, error, mutate } = useTransparency()
  const report = data?.report
  const day = (date: string) => calendarDay(new Date(date))
  return (
    <Page width="reading">
      <PageTitle title={t('transparency_title')} lead={t('transparency_about')} />
      {!data && error && <ErrorState error={error} onRetry={() => void mutate()} />}
      {!data && !error && (
        <Loading>
          <Skeleton height="480px" />
        </Loading>
      )}
      {data && !report && <p>{t('transparency_none')}</p>}
      {report && (
        <>
          <p>
            {t('transparency_period', {
              site,
              first: day(report.first),
              last: day(report.last),
              day: day(report.published),
            })}
          </p>
          <TransparencyFigures report={report} />
          <p>{t('transparency_note')}</p>
        </>
      )}
    </Page>
  )
}
