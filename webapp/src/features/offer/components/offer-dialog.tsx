import { useTranslation } from 'react-i18next'
import { paths } from '@/paths'
import type { Discount } from '@/api/types'
import { useDates } from '@/i18n/use-dates'
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
  const { t } = useTranslation('offer')
  const { timeOfDay } = useDates()
  const hours = 4
  const until = discount.expires && timeOfDay(discount.expires)
  return (
    <Dialog open={open} onClose={onClose} title={t('title', { percent: discount.value_percentage })}>
      <div className={styles.dialog}>
        <p className={styles.kicker}>
          {t('special_offer')} · {t('welcome_bonus')}
        </p>
        <Clock secondsLeft={secondsLeft} large />
        <p>
          <strong>{t('act_fast', { count: hours })}.</strong> {until && `${t('offer_valid', { time: until })}.`}{' '}
          {t('instant_receive')}.
        </p>
        <p className={styles.why}>{t('why', { count: hours })}</p>
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
