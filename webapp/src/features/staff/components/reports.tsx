import { useTranslation } from 'react-i18next'
import type { OpenCase } from '@/api/types'
import { Evidence } from './evidence'
import styles from './queue.module.css'
import staffStyles from './staff.module.css'

interface Props {
  reports: OpenCase['reports']
  onAgain: () => unknown
}

/** More than these are folded: a phone shows the person below them. */
const unfolded = 5

/** The reports of a case: how many there are for each reason, and each with what it is about. */
export function Reports({ reports, onAgain }: Props) {
  const { t, i18n } = useTranslation(['staff', 'complaints'])
  const reasons = [...new Set(reports.map(({ reason }) => reason))]
  const count = (reason: string) => reports.filter((one) => one.reason === reason).length.toLocaleString(i18n.language)
  const list = (some: Props['reports']) => (
    <ol className={styles.reports}>
      {some.map((report) => (
        <li key={report.id}>
          <Evidence complaint={report} onDecided={onAgain} />
        </li>
      ))}
    </ol>
  )
  const rest = reports.slice(unfolded)
  return (
    <>
      {reports.length > 1 && <p>{t('staff:reports', { number: reports.length })}</p>}
      {rest.length > 0 && (
        <p className={staffStyles.quiet}>
          {reasons.map((reason) => `${t(`complaints:reason_${reason as 'other'}`)} ${count(reason)}`).join(' · ')}
        </p>
      )}
      {list(reports.slice(0, unfolded))}
      {rest.length > 0 && (
        <details>
          <summary>{t('staff:reports_more', { number: rest.length })}</summary>
          {list(rest)}
        </details>
      )}
    </>
  )
}
