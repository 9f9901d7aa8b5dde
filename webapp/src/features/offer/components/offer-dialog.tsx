import { useTranslation } from 'react-i18next'
import { paths } from '@/paths'
import type { Discount } from '@/api/types'
import { formattingLocale } from '@/i18n/formatting-locale'
import { Button, Dialog, DialogActions, LinkButton } from '@/ui'
import { Clock } from './clock'
import styles from './offer.module.css'

interface Props {
  discount: Discount
  secondsLeft: number
  open: boolean
  onClose: () => void
}

export function OfferDialog({ discount, secondsLeft, open, onClose }: Props) {
  const { t, i18n } = useTranslation('offer')
  const hours = 4
  const until =
    discount.expires &&
    new Date(discount.expires).toLocaleTimeString(formattingLocale(i18n.language), { timeStyle: 'short' })
  return (
    <Dialog open={open} onClose={onClose} title={t('title', { percent: discount.value_percentage })}>
      <div className={styles.dialog}>
        <p className={styles.kicker}>
          {t('special_offer')} · {t('welcome_bonus')}
        </p>
        <Clock secondsLeft={secondsLeft} large />
        <p>
          <strong>{t('act_fast', { hours })}.</strong> {until && `${t('offer_valid', { time: until })}.`}{' '}
          {t('instant_receive')}.
        </p>
        <p className={styles.why}>{t('why', { hours })}</p>
      </div>
      <DialogActions>
        <LinkButton to={paths.credits} kind="accent" onClick={onClose}>
          {t('unlock')}
        </LinkButton>
        <Button kind="quiet" onClick={onClose}>
          {t('later')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
