import { useTranslation } from 'react-i18next'
import type { User } from '@/api/types'
import { useDates } from '@/i18n/use-dates'
import rows from '@/ui/rows.module.css'
import styles from './settings.module.css'

/** Stored data of a member besides the profile. */
export function AccountFacts({ user }: { user: User }) {
  const { t } = useTranslation('settings')
  const since = useDates().day(user.signup_date)
  const facts = [
    {
      name: t('account_email'),
      value: user.email,
      more: t(user.status === 'active' ? 'account_confirmed' : 'account_unconfirmed'),
    },
    { name: t('account_name'), value: user.name },
    { name: t('account_since'), value: since },
    { name: t('account_kind'), value: t(user.paid_user ? 'account_premium' : 'account_free') },
  ]
  return (
    <dl className={rows.rows}>
      {facts.map(({ name, value, more }) => (
        <div key={name} className={styles.fact}>
          <dt>{name}</dt>
          <dd>
            {value}
            {more && <small>{more}</small>}
          </dd>
        </div>
      ))}
    </dl>
  )
}
