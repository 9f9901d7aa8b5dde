import { useTranslation } from 'react-i18next'
import type { ExperimentOfDesk } from '@/api/types'
import { calendarDay } from '@/i18n/dates'
import { formattingLocale } from '@/i18n/formatting-locale'
import styles from '@/features/marketing/pages/pages.module.css'
import { useSentence } from './use-sentence'

/** The sentence at the end of each day, newest first. */
export function ExperimentDays({ experiment }: { experiment: ExperimentOfDesk }) {
  const { t, i18n } = useTranslation('landing')
  const sentence = useSentence(experiment)
  if (experiment.days.length === 0) return null
  return (
    <details>
      <summary>{t('exp_days')}</summary>
      <div className={styles.table}>
        <table>
          <thead>
            <tr>
              <th scope="col">{t('exp_day')}</th>
              <th scope="col">{t('exp_said')}</th>
            </tr>
          </thead>
          <tbody>
            {experiment.days.toReversed().map((finding) => (
              <tr key={finding.day}>
                <th scope="row">{calendarDay(finding.day, formattingLocale(i18n.language))}</th>
                <td>{sentence(finding)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  )
}
