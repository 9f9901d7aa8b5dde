import { useTranslation } from 'react-i18next'
import type { Package } from '@/api/types'
import { VisuallyHidden } from '@/ui'
import { priceOf } from '@/features/credits/model/price'
import styles from './discounted-price.module.css'
import { useFormats } from './use-formats'

/** The price to pay; before it, struck through, the normal one where that is another. */
export function DiscountedPrice({ offer }: { offer: Package }) {
  const { t } = useTranslation('credits')
  const { money } = useFormats()
  const price = <span className={styles.price}>{money(priceOf(offer).amount)}</span>
  if (!offer.discounted) return price
  return (
    <>
      <s className={styles.normal}>
        <VisuallyHidden>{t('normal_price')} </VisuallyHidden>
        {money(offer.amount)}
      </s>{' '}
      <VisuallyHidden>{t('discount_price')} </VisuallyHidden>
      {price}
    </>
  )
}
