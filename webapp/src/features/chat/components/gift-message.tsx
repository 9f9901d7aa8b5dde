import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import type { GiftName } from '@/outbox/message'
import styles from './gift-message.module.css'
import { useOnce } from './use-once'

export const loadDrawings = () => import('./gift-drawing')
const GiftDrawing = lazy(loadDrawings)

interface Props {
  id: string
  gift: GiftName
  own: boolean
  /** The partner's. */
  name: string
  /** Nothing was given yet. */
  isUnsent: boolean
}

/** A gift as it lies in the conversation. It arrives with a little joy the first time this device shows it. */
export function GiftMessage({ id, gift, own, name, isUnsent }: Props) {
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
      <figcaption>
        {isUnsent ? t(`name_${gift}`) : own ? t('you_gave', { gift: what }) : t('they_gave', { name, gift: what })}
      </figcaption>
    </figure>
  )
}
