import { useTranslation } from 'react-i18next'
import { useUser } from '../../../api/use-user'
import { Button, Dialog, DialogActions, LinkButton } from '../../../ui'
import type { Quote } from '../model/quote'
import styles from './composer.module.css'
import { useBuyPath } from './use-buy-path'

export type Need = 'credits' | 'photo' | 'premium'

/** What is missing to send, and the way to it; the text stays in the composer. */
export function NeedsDialog({ need, quote, onClose }: { need: Need | null; quote: Quote; onClose: () => void }) {
  const { t } = useTranslation('chat')
  const { user } = useUser()
  const buy = useBuyPath()
  const isAboutPremium = need === 'premium'
  return (
    <Dialog open={need !== null} onClose={onClose} title={isAboutPremium ? t('premium_title') : t('not_enough_title')}>
      <div className={styles.reason}>
        <p>{isAboutPremium ? t('premium_text') : t('not_enough_text', { count: quote.credits, balance: quote.balance })}</p>
        <p>{t('text_kept')}</p>
      </div>
      <DialogActions>
        <LinkButton to={buy}>{user?.paid_user ? t('buy_credits') : t('get_premium')}</LinkButton>
        <Button kind="secondary" onClick={onClose}>
          {t('not_now')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
