import { useTranslation } from 'react-i18next'
import type { Package } from '@/api/types'
import { classes, LinkButton } from '@/ui'
import { priceOf } from '@/features/credits/model/price'
import { DiscountedPrice } from './discounted-price'
import { PackageArt } from './package-art'
import styles from './package-cards.module.css'
import { useFormats } from './use-formats'

interface Props {
  offer: Package
  /** From the smallest, 0, to the largest, 3: each has its own look. */
  rank: number
  messages: number
  to: string | null
}

export function PackageCard({ offer, rank, messages, to }: Props) {
  const { t } = useTranslation('credits')
  const { money, number } = useFormats()
  return (
    <li className={classes(styles.card, styles[`look${Math.min(rank, 3)}`], offer.popular && styles.popular)}>
      {offer.popular && <p className={styles.ribbon}>{t('popular')}</p>}
      {offer.discounted && (
        <p className={classes(styles.ribbon, styles.discount)}>
          {t('discount_ribbon', { percent: offer.discounted.percentage })}
        </p>
      )}
      <PackageArt rank={rank} />
      <div className={styles.what}>
        <h3>
          <span className={styles.number}>{number(offer.credits)}</span> {t('credits_word', { count: offer.credits })}
        </h3>
        <p>{t('package_messages', { count: messages })}</p>
      </div>
      <div className={styles.price}>
        <p className={styles.amount}>
          <DiscountedPrice offer={offer} />
        </p>
        <p>{t('per_message', { price: money(priceOf(offer).amount_per_message) })}</p>
      </div>
      {to && (
        <LinkButton to={to} kind={offer.popular ? 'primary' : 'secondary'} wide>
          {t('choose', { count: offer.credits })}
        </LinkButton>
      )}
    </li>
  )
}
