import { useTranslation } from 'react-i18next'
import styles from './invitations.module.css'

/** The reward for a friend who buys, and when it arrives. */
export function InvitationOffer({ credits, days }: { credits: number; days: number }) {
  const { t, i18n } = useTranslation('settings')
  return (
    <section className={styles.sums}>
      <p>{t('invite_lead')}</p>
      <dl>
        <div>
          <dt>{t('invite_offer_credits')}</dt>
          <dd>{credits.toLocaleString(i18n.language)}</dd>
        </div>
        <div>
          <dt>{t('invite_offer_days')}</dt>
          <dd>{days.toLocaleString(i18n.language)}</dd>
        </div>
      </dl>
    </section>
  )
}
