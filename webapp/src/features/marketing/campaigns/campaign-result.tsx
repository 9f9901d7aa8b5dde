import { useTranslation } from 'react-i18next'
import type { CampaignResult as Result, CampaignWithResult } from '@/api/types'
import { useFigures } from '@/features/marketing/report/use-figures'
import { SeriesResult } from './series-result'
import { SubjectResult } from './subject-result'
import styles from './campaigns.module.css'

const states = ['sent', 'queued', 'suppressed', 'failed'] as const

/** What became of the mails, and whether they changed anything: a sentence, with its figures below. */
export function CampaignResult({
  campaign: { campaign, emails, result, progress, messages },
}: {
  campaign: CampaignWithResult
}) {
  const { t } = useTranslation('marketing')
  const { number } = useFigures()
  return (
    <section className={styles.group} aria-label={t('campaign_result')}>
      <h3>{t('campaign_result')}</h3>
      <p className={styles.quiet}>
        {states.map((state) => `${t(`campaign_emails_${state}`)}: ${number(emails[state])}`).join(' · ')}
      </p>
      {result && <Effect result={result} isSeries={progress !== null} />}
      <SubjectResult campaign={campaign} messages={messages} />
      {progress && <SeriesResult progress={progress} goal={result?.goal ?? 'purchase'} />}
    </section>
  )
}

function Effect({ result, isSeries }: { result: Result; isSeries: boolean }) {
  const { t } = useTranslation('marketing')
  const { number, percent } = useFigures()
  const { conclusion, better, mailed, held_back: heldBack } = result
  const change = (part: number) => `${part > 0 ? '+' : ''}${percent(part)}`
  // Without purchases there is no range: an effect is never below -100 %.
  const isKnown = result.effect_high !== null || (result.effect_low ?? -1) > -1
  const figures = { low: percent(result.low), high: percent(result.high) }
  const groups = [
    { name: 'campaign_mailed', members: mailed, reached: result.mailed_reached },
    { name: 'campaign_held_back', members: heldBack, reached: result.held_back_reached },
  ] as const
  return (
    <>
      <p role="status">
        <strong>
          {conclusion === 'better'
            ? t(`campaign_says_${better ?? 'mail'}`, figures)
            : t(`campaign_says_${result.is_too_small ? 'too_small' : conclusion}`, figures)}
        </strong>
      </p>
      {conclusion !== 'split_is_off' && isKnown && (
        <p className={styles.quiet}>
          {t(result.effect_high === null ? 'campaign_effect_open' : 'campaign_effect', {
            low: change(result.effect_low ?? -1),
            high: result.effect_high === null ? '' : change(result.effect_high),
          })}
        </p>
      )}
      <div className={styles.table}>
        <table>
          <thead>
            <tr>
              <th scope="col">{t('campaign_group')}</th>
              <th scope="col">{t('campaign_members')}</th>
              <th scope="col">{t(`${isSeries ? 'series' : 'campaign'}_${result.goal}`)}</th>
            </tr>
          </thead>
          <tbody>
            {groups.map(({ name, members, reached }) => (
              <tr key={name}>
                <th scope="row">{t(name)}</th>
                <td>{number(members)}</td>
                <td>
                  {number(reached)}
                  {members > 0 && ` (${percent(reached / members)})`}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  )
}
