import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { CasePerson } from '@/api/types'
import { useDates } from '@/i18n/use-dates'
import { FictionalLabel } from '@/people/fictional-label'
import styles from './staff.module.css'

type Shown = Pick<CasePerson, 'town' | 'country' | 'state' | 'sanction' | 'sanction_until' | 'fictional'>

/** Where a member lives, and whether the account is active, paused, deleted or restricted; `children` come first. */
export function MemberState({ member, children }: { member: Shown; children?: ReactNode }) {
  const { t } = useTranslation(['staff', 'complaints', 'common'])
  const { moment } = useDates()
  const { sanction, state } = member
  const shown = sanction === 'hide' || sanction === 'suspend' || sanction === 'review' ? sanction : state
  return (
    <p className={styles.quiet}>
      {member.fictional && (
        <strong>
          <FictionalLabel />
        </strong>
      )}{' '}
      {[children, member.town, member.country, shown === 'paused' ? t('common:paused') : t(`staff:state_${shown}`)]
        .filter(Boolean)
        .join(' · ')}
      {member.sanction_until && ` – ${t('complaints:until', { day: moment(member.sanction_until) })}`}
    </p>
  )
}
