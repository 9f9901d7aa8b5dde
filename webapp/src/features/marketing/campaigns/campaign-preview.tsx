import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { address } from '@/api/client'
import type { CampaignOfDesk } from '@/api/types'
import { Select } from '@/ui'
import { daysOf, documentsOf, letterOf, subjectsOf } from './model'
import styles from './campaigns.module.css'

interface Props {
  campaign: CampaignOfDesk
  message: number
  subject: number
  onShow: (message: number) => void
  onSubject: (subject: number) => void
}

/** The saved mail on a phone's width, light and dark. No script runs in it, and its links lead nowhere. */
export function CampaignPreview({ campaign, message, subject, onShow, onSubject }: Props) {
  const { t, i18n } = useTranslation('marketing')
  const documents = documentsOf(campaign)
  const at = Math.min(message, documents.length - 1)
  const written = Object.keys(documents[at]!.texts)
  const [chosen, setChosen] = useState(i18n.language)
  const language = written.includes(chosen) ? chosen : written[0]
  const text = Object.entries(documents[at]!.texts).find(([each]) => each === language)?.[1]
  const names = new Intl.DisplayNames(i18n.language, { type: 'language' })
  const source = (scheme: string) =>
    address('marketing-campaign-preview.php', {
      id: campaign.id,
      locale: language ?? '',
      scheme,
      ...(at > 0 && { message: String(at) }),
      ...(subject > 0 && { subject: String(subject) }),
    })
  return (
    <section className={styles.group} aria-label={t('campaign_preview')}>
      <h3>{t('campaign_preview')}</h3>
      {campaign.series && (
        <Select label={t('series_email')} value={at} onChange={(event) => onShow(Number(event.target.value))}>
          {daysOf(campaign.series).map((day, index) => (
            <option key={index} value={index}>
              {t('series_on_day', { day })}
            </option>
          ))}
        </Select>
      )}
      {language && (
        <>
          <Select label={t('campaign_language')} value={language} onChange={(event) => setChosen(event.target.value)}>
            {written.map((each) => (
              <option key={each} value={each}>
                {names.of(each)}
              </option>
            ))}
          </Select>
          {subjectsOf(documents[at]!) > 1 && (
            <Select
              label={t('campaign_subject')}
              value={subject}
              onChange={(event) => onSubject(Number(event.target.value))}
            >
              {[text?.subject, ...(text?.others ?? [])].map((words, index) => (
                <option key={index} value={index}>
                  {letterOf(index)}: {words}
                </option>
              ))}
            </Select>
          )}
          <div className={styles.phones}>
            {(['light', 'dark'] as const).map((scheme) => (
              <figure key={scheme}>
                <iframe
                  key={campaign.version}
                  title={`${t('campaign_preview')}: ${t(`campaign_${scheme}`)}`}
                  src={source(scheme)}
                  sandbox=""
                  loading="lazy"
                />
                <figcaption className={styles.quiet}>{t(`campaign_${scheme}`)}</figcaption>
              </figure>
            ))}
          </div>
        </>
      )}
    </section>
  )
}
