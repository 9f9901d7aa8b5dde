import { BellOff, BellRing } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Button, Loading, Skeleton } from '@/ui'
import { usePush } from '@/features/push/model/use-push'
import styles from './push.module.css'
import { useTurn } from './use-turn'

/** Whether this browser shows pushes, and the way to change it. */
export function ThisDevice({ memberId }: { memberId: string }) {
  const { t } = useTranslation('push')
  const { status, isFoundOut, publicKey } = usePush(memberId)
  const { busy, turn } = useTurn(memberId, publicKey)
  if (!isFoundOut) {
    return (
      <Loading>
        <Skeleton height="104px" />
      </Loading>
    )
  }
  const on = status === 'subscribed'
  const Icon = on ? BellRing : BellOff
  return (
    <section className={styles.card} aria-labelledby="this-device">
      <span className={styles.icon} data-on={on || undefined}>
        <Icon size={24} aria-hidden="true" />
      </span>
      <div className={styles.words}>
        <h2 id="this-device">{t('device_title')}</h2>
        <p role="status">{t(`device_${status}`)}</p>
      </div>
      {(on || status === 'capable') && (
        <Button kind={on ? 'secondary' : 'primary'} small busy={busy} onClick={() => void turn(!on)}>
          {t(on ? 'turn_off' : 'turn_on')}
        </Button>
      )}
    </section>
  )
}
