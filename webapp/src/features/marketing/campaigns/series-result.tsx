import { useTranslation } from 'react-i18next'
import type { SeriesProgress } from '@/api/types'
import { useFigures } from '@/features/marketing/report/use-figures'
import styles from './campaigns.module.css'

/** What has become of each email of a series, and of the members in it. */
export function SeriesResult({ progress, goal }: { progress: SeriesProgress; goal: 'purchase' | 'return' }) {
  const { t } = useTranslation('marketing')
  const { number, percent } = useFigures()
  const members = [
    { name: 'series_inside', count: progress.inside } as const,
    ...progress.endings.map(({ reason, members: count }) => ({ name: `series_ending_${reason}`, count }) as const),
  ]
  return (
    <>
      <h4>{t('series_emails')}</h4>
      <p className={styles.quiet}>{t('series_emails_text')}</p>
      <div className={styles.table}>
        <table>
          <thead>
            <tr>
              <th scope="col">{t('series_day')}</th>
              <th scope="col">{t('campaign_members')}</th>
              <th scope="col">{t(`series_reached_${goal}`)}</th>
            </tr>
          </thead>
          <tbody>
            {progress.messages.map((message) => (
              <tr key={message.day}>
                <th scope="row">{message.day}</th>
                <td>{number(message.members)}</td>
                <td>
                  {number(message.reached)}
                  {message.members > 0 && ` (${percent(message.reached / message.members)})`}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <h4>{t('series_members')}</h4>
      <ul className={styles.plain}>
        {members.map(({ name, count }) => (
          <li key={name}>
            {t(name)}: {number(count)}
          </li>
        ))}
      </ul>
    </>
  )
}
