import { useTranslation } from 'react-i18next'
import type { CampaignOfDesk, MessageSubjects } from '@/api/types'
import { useFigures } from '@/features/marketing/report/use-figures'
import { documentsOf, letterOf } from './model'
import styles from './campaigns.module.css'

interface Props {
  campaign: CampaignOfDesk
  messages: MessageSubjects[]
}

/** What followed each email; of one with several subjects, which of them brings more members back. */
export function SubjectResult({ campaign, messages }: Props) {
  const { t, i18n } = useTranslation('marketing')
  const { number, percent } = useFigures()
  const sentence = useSentence()
  return messages.map((message) => {
    const texts = Object.entries(documentsOf(campaign)[message.message]?.texts ?? {})
    const text = (texts.find(([language]) => language === i18n.language) ?? texts[0])?.[1]
    const part = (count: number, of: number) => `${number(count)}${of > 0 ? ` (${percent(count / of)})` : ''}`
    return (
      <section key={message.message} className={styles.message}>
        <h4>{campaign.series ? t('series_on_day', { day: message.day }) : t('subject_emails')}</h4>
        {message.conclusion && (
          <p role="status">
            <strong>{sentence(message)}</strong>
          </p>
        )}
        <div className={styles.table}>
          <table>
            <thead>
              <tr>
                <th scope="col">{t('campaign_subject')}</th>
                <th scope="col">{t('subject_delivered')}</th>
                {message.conclusion && <th scope="col">{t('subject_returned')}</th>}
                <th scope="col">{t('subject_unsubscribed')}</th>
                <th scope="col">{t('subject_complained')}</th>
              </tr>
            </thead>
            <tbody>
              {message.subjects.map((each, index) => (
                <tr key={index}>
                  <th scope="row">
                    {message.conclusion && `${letterOf(index)}: `}
                    {index === 0 ? text?.subject : text?.others[index - 1]}
                  </th>
                  <td>{part(each.delivered, each.queued)}</td>
                  {message.conclusion && <td>{part(each.returned, each.delivered)}</td>}
                  <td>{part(each.unsubscribed, each.delivered)}</td>
                  <td>{part(each.complained, each.delivered)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </section>
    )
  })
}

/** What the finding says, as the result of a page experiment does. */
function useSentence() {
  const { t } = useTranslation('marketing')
  const { percent } = useFigures()
  return ({ conclusion, best, other, low, high, is_too_small: isTooSmall }: MessageSubjects) => {
    const figures = { best: letterOf(best), other: letterOf(other), low: percent(low ?? 0), high: percent(high ?? 0) }
    if (conclusion === 'better') return t(high === null ? 'subject_says_better_open' : 'subject_says_better', figures)
    if (isTooSmall) return t('campaign_says_too_small')
    if (conclusion === 'no_difference') return t('campaign_says_no_difference', figures)
    return t(conclusion === 'split_is_off' ? 'campaign_says_split_is_off' : 'subject_says_too_early')
  }
}
