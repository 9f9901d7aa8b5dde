import { useTranslation } from 'react-i18next'
import { useMember } from '@/api/use-member'
import { Button, Dialog, DialogActions, LinkButton } from '@/ui'
import type { Quote } from '@/features/chat/model/quote'
import styles from './composer.module.css'
import { useBuyPath } from './use-buy-path'

/** Premium, the settlement of a debt, or as many credits as a message, a photo or a voice message costs. */
export type Need = 'premium' | 'debt' | number | { photo: number } | { voice: number }

/** The missing requirement of a message (credits, confirmation), with a link to it; the draft stays. */
export function NeedsDialog({ need, quote, onClose }: { need: Need | null; quote: Quote; onClose: () => void }) {
  const { t } = useTranslation(['chat', 'errors'])
  const member = useMember()
  const buy = useBuyPath()
  const isAboutPremium = need === 'premium'
  const { balance, freeLeft } = quote
  return (
    <Dialog open={need !== null} onClose={onClose} title={isAboutPremium ? t('premium_title') : t('not_enough_title')}>
      <div className={styles.reason}>
        {isAboutPremium && <p>{t('premium_text')}</p>}
        {need === 'debt' && <p>{t('errors:credits_owed')}</p>}
        {typeof need === 'number' && <p>{t('not_enough_text', { count: need, balance })}</p>}
        {typeof need === 'object' && need && 'photo' in need && (
          <p>
            {t('not_enough_photo', { count: need.photo, balance })} {freeLeft > 0 && t('free_not_photos')}
          </p>
        )}
        {typeof need === 'object' && need && 'voice' in need && (
          <p>
            {t('not_enough_voice', { count: need.voice, balance })} {freeLeft > 0 && t('free_not_voice')}
          </p>
        )}
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
