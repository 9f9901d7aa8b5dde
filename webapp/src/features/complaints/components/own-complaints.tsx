import { useTranslation } from 'react-i18next'
import { useDates } from '@/i18n/use-dates'
import { useOwnComplaints } from '@/features/complaints/api/complaints'
import type { Reason } from '@/features/complaints/model/reasons'
import styles from './complaints.module.css'

/** The complaints of the member, with their outcomes. */
export function OwnComplaints({ isMember }: { isMember: boolean }) {
  const { t } = useTranslation('complaints')
  const { day } = useDates()
  const complaints = useOwnComplaints(isMember)
  if (complaints.length === 0) return null
  return (
    <section className={styles.section}>
      <h2>{t('own')}</h2>
      <ul className={styles.list}>
        {complaints.map((complaint) => (
          <li key={complaint.id}>
            <p>
              <strong>{t('number', { number: complaint.number })}</strong>{' '}
              {complaint.kind === 'appeal' ? t('kind_appeal') : t(`reason_${complaint.reason as Reason}`)}
              {complaint.about_name && complaint.kind !== 'appeal' && ` – ${complaint.about_name}`}
            </p>
            <p className={styles.quiet}>
              {day(complaint.made_at)} · {complaint.outcome ? t(`outcome_${complaint.outcome}`) : t('outcome_open')}
            </p>
          </li>
        ))}
      </ul>
    </section>
  )
}
