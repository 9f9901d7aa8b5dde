import { useTranslation } from 'react-i18next'
import { useMember } from '@/api/use-member'
import { Button, Dialog, DialogActions, LinkButton } from '@/ui'
import styles from './composer.module.css'
import { useBuyPath } from './use-buy-path'

/** Premium, or as many credits as this costs. */
export type Need = 'premium' | number

/** The missing requirement of a message (credits, confirmation), with a link to it; the draft stays. */
export function NeedsDialog({ need, balance, onClose }: { need: Need | null; balance: number; onClose: () => void }) {
  const { t } = useTranslation('chat')
  const member = useMember()
  const buy = useBuyPath()
  const isAboutPremium = need === 'premium'
  return (
    <Dialog open={need !== null} onClose={onClose} title={isAboutPremium ? t('premium_title') : t('not_enough_title')}>
      <div className={styles.reason}>
        <p>{isAboutPremium ? t('premium_text') : t('not_enough_text', { count: need ?? 0, balance })}</p>
        <p>{t('text_kept')}</p>
      </div>
      <DialogActions>
        <LinkButton to={buy}>{member?.paid_user ? t('buy_credits') : t('get_premium')}</LinkButton>
        <Button kind="secondary" onClick={onClose}>
          {t('not_now')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
