import { MailPlus } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link, Route, Routes } from 'react-router'
import { newId } from '@/api/new-id'
import { useDates } from '@/i18n/use-dates'
import { paths } from '@/paths'
import { EmptyState, ErrorState, Loading, Skeleton } from '@/ui'
import { useCampaigns } from '@/features/marketing/api/campaigns'
import { SegmentsScreen } from '@/features/marketing/segments/segments-screen'
import { CampaignEditor } from './campaign-editor'
import { stateOf } from './model'
import styles from './campaigns.module.css'

/** The campaign mails of the site: the list, and one of them. */
export function CampaignsScreen() {
  return (
    <Routes>
      <Route index element={<CampaignList />} />
      <Route path="segments" element={<SegmentsScreen />} />
      <Route path=":id" element={<CampaignEditor />} />
    </Routes>
  )
}

function CampaignList() {
  const { t } = useTranslation('marketing')
  const { moment } = useDates()
  const { data, error, mutate } = useCampaigns()
  if (!data && error) return <ErrorState error={error} onRetry={() => void mutate()} />
  if (!data)
    return (
      <Loading>
        <Skeleton height="220px" />
      </Loading>
    )
  return (
    <div className={styles.stack}>
      {data.campaigns.length === 0 && (
        <EmptyState icon={<MailPlus size={28} />} title={t('campaigns_empty')} text={t('campaigns_empty_text')} />
      )}
      <p className={styles.row}>
        <Link to={`${paths.marketing('campaigns')}/${newId()}`}>{t('campaign_new')}</Link>
        <Link to={`${paths.marketing('campaigns')}/segments`}>{t('segments')}</Link>
      </p>
      {data.campaigns.length > 0 && (
        <ul className={styles.list} aria-label={t('campaigns')}>
          {data.campaigns.map((campaign) => (
            <li key={campaign.id} className={styles.card}>
              <Link to={`${paths.marketing('campaigns')}/${campaign.id}`}>{campaign.name}</Link>
              <span className={styles.quiet}>
                {t(stateOf(campaign))} · {campaign.series && <>{t('series')} · </>}
                {t(`campaign_${campaign.kind}`)} ·{' '}
                {campaign.audience === 'segment' ? t('segment') : t(`campaign_audience_${campaign.audience}`)} ·{' '}
                {moment(campaign.planned_at ?? campaign.created_at)}
              </span>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
