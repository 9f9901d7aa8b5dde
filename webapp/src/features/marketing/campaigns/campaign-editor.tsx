import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useParams } from 'react-router'
import { isApiError } from '@/api/api-error'
import { useDates } from '@/i18n/use-dates'
import { paths } from '@/paths'
import { ErrorState, Loading, Skeleton } from '@/ui'
import { useCampaign, useCampaigns } from '@/features/marketing/api/campaigns'
import { CampaignActions } from './campaign-actions'
import { CampaignForm } from './campaign-form'
import { CampaignPreview } from './campaign-preview'
import { CampaignResult } from './campaign-result'
import { documentsOf, emptyPlan, stateOf, subjectsOf } from './model'
import styles from './campaigns.module.css'

/** One campaign: written while it is a draft, looked at afterwards. An id that nobody has saved yet is a new one. */
export function CampaignEditor() {
  const { t } = useTranslation('marketing')
  const { moment } = useDates()
  const { id = '' } = useParams()
  const { data, error, mutate } = useCampaign(id)
  const { data: site } = useCampaigns()
  const [message, setMessage] = useState(0)
  const [chosenSubject, setSubject] = useState(0)
  const isNew = isApiError(error, 'not_found')
  if (!data && error && !isNew) return <ErrorState error={error} onRetry={() => void mutate()} />
  if ((!data && !isNew) || !site)
    return (
      <Loading>
        <Skeleton height="320px" />
      </Loading>
    )
  const campaign = data?.campaign
  const document = campaign && (documentsOf(campaign)[message] ?? campaign.document)
  const subject = document && chosenSubject < subjectsOf(document) ? chosenSubject : 0
  const isDraft = !campaign || campaign.state === 'draft'
  return (
    <div className={styles.stack}>
      <p>
        <Link to={paths.marketing('campaigns')}>{t('campaign_all')}</Link>
      </p>
      <h2>
        {campaign?.name ?? t('campaign_new')}{' '}
        <span className={styles.quiet}>
          {t(stateOf(campaign))}
          {campaign?.state === 'scheduled' && campaign.planned_at && ` · ${moment(campaign.planned_at)}`}
        </span>
      </h2>
      <div className={styles.editor}>
        <div className={styles.stack}>
          {isDraft && (
            <CampaignForm
              key={campaign?.version ?? 0}
              id={id}
              version={campaign?.version}
              initial={campaign ?? emptyPlan}
              languages={site.locales}
            />
          )}
          {data && !isDraft && <CampaignResult campaign={data} />}
        </div>
        {campaign && (
          <div className={styles.stack}>
            <CampaignActions
              key={campaign.state}
              campaign={campaign}
              queued={data.emails.queued}
              message={message}
              subject={subject}
            />
            <CampaignPreview
              campaign={campaign}
              message={message}
              subject={subject}
              onShow={setMessage}
              onSubject={setSubject}
            />
          </div>
        )}
      </div>
    </div>
  )
}
