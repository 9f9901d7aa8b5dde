import { useTranslation } from 'react-i18next'
import { useRewardTotals } from '@/features/invitations/api/use-invitations'
import styles from './invitations.module.css'

/** Sign-ups and rewards as sums; no answer says who came. */
export function InvitationSums({ signedUp }: { signedUp: number }) {
  const { t, i18n } = useTranslation('settings')
  const totals = useRewardTotals()
  const shown = (number: number | undefined) => (number === undefined ? '…' : number.toLocaleString(i18n.language))
  return (
    <section className={styles.sums}>
      <h2>{t('invite_sums')}</h2>
      <dl>
        <div>
          <dt>{t('invite_sum_joined')}</dt>
          <dd>{shown(signedUp)}</dd>
        </div>
        <div>
          <dt>{t('invite_sum_waiting')}</dt>
          <dd>{shown(totals?.waiting)}</dd>
        </div>
        <div>
          <dt>{t('invite_sum_credits')}</dt>
          <dd>{shown(totals?.credits)}</dd>
        </div>
      </dl>
    </section>
  )
}
