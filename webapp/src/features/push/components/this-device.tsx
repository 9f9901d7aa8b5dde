import { BellOff, BellRing } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Button, Loading } from '@/ui'
import { usePush } from '@/features/push/model/use-push'
import styles from './push.module.css'
import { useTurn } from './use-turn'

/** Whether this browser shows pushes, and the way to change it. */
export function ThisDevice({ memberId }: { memberId: string }) {
  const { t } = useTranslation('push')
  const { status: found, isFoundOut, publicKey } = usePush(memberId)
  const { busy, turn } = useTurn(memberId, publicKey)
  // Until the browser has answered, the most frequent answer keeps the place, unseen.
  const status = isFoundOut ? found : 'capable'
  const on = status === 'subscribed'
  const Icon = on ? BellRing : BellOff
  const card = (
    <section className={styles.card} aria-labelledby="this-device" aria-hidden={!isFoundOut} inert={!isFoundOut}>
      <span className={styles.icon} data-on={on || undefined}>
        <Icon size={24} aria-hidden="true" />
      </span>
      <div className={styles.words}>
        <h2 id="this-device">{t('device_title')}</h2>
        <p role={isFoundOut ? 'status' : undefined}>{t(`device_${status}`)}</p>
      </div>
      {(on || status === 'capable') && (
        <Button kind={on ? 'secondary' : 'primary'} small busy={busy} onClick={() => void turn(!on)}>
          {t(on ? 'turn_off' : 'turn_on')}
        </Button>
      )}
    </section>
  )
  return isFoundOut ? card : <Loading>{card}</Loading>
}
