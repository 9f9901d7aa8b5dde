import { useTranslation } from 'react-i18next'
import styles from './invitations.module.css'

/** The rules that decide whether a reward is paid. */
export function InvitationRules({ most }: { most: number }) {
  const { t } = useTranslation('settings')
  return (
    <section className={styles.rules}>
      <h2>{t('invite_rules')}</h2>
      <ul>
        <li>{t('invite_rule_first')}</li>
        <li>{t('invite_rule_members')}</li>
        <li>{t('invite_rule_self')}</li>
        <li>{t('invite_rule_most', { number: most })}</li>
      </ul>
    </section>
  )
}
