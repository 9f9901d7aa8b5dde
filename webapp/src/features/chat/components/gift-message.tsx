import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import type { GiftName } from '../model/offers'
import styles from './gift-message.module.css'
import { useOnce } from './use-once'

const GiftDrawing = lazy(() => import('./gift-drawing'))

/** A gift as it lies in the conversation. It arrives with a little joy the first time this device shows it. */
export function GiftMessage({ id, gift, own, name }: { id: string; gift: GiftName; own: boolean; name: string }) {
  const { t } = useTranslation('gifts')
  const isFirst = useOnce('gifts', id)
  const what = t(`a_${gift}`)
  return (
    <figure className={styles.gift} data-first={isFirst || undefined}>
      <span className={styles.drawing}>
        <Suspense>
          <GiftDrawing gift={gift} />
        </Suspense>
      </span>
      <figcaption>{own ? t('you_gave', { gift: what }) : t('they_gave', { name, gift: what })}</figcaption>
    </figure>
  )
}
