import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { paths } from '@/paths'
import type { Package } from '@/api/types'
import { usePackages } from '@/features/credits/api/use-packages'
import { priceOf } from '@/features/credits/model/price'
import { withNext } from '@/features/credits/model/purchase'
import styles from './pay-screen.module.css'
import { useFormats } from './use-formats'
import { useCode } from './use-next'

/** The package and its total price. */
export function OrderSummary({ offer, next }: { offer: Package; next: string | null }) {
  const { t } = useTranslation('credits')
  const { money, number } = useFormats()
  const { packages } = usePackages()
  const code = useCode()
  return (
    <section className={styles.summary} aria-label={t('summary_label')}>
      <dl>
        <div>
          <dt>
            {number(offer.credits)} {t('credits_word', { count: offer.credits })}
          </dt>
          <dd>{money(offer.amount)}</dd>
        </div>
        <div className={styles.small}>
          <dt>{t('each_message')}</dt>
          <dd>{money(priceOf(offer).amount_per_message)}</dd>
        </div>
        {offer.discounted && (
          <div>
            <dt>{t('discount_line', { code: offer.discounted.code })}</dt>
            <dd>−{offer.discounted.percentage} %</dd>
          </div>
        )}
        <div className={styles.total}>
          <dt>{t('total')}</dt>
          <dd>{money(priceOf(offer).amount)}</dd>
        </div>
      </dl>
      {packages?.vat_percentage && (
        <p className={styles.small}>{t('vat_included', { rate: number(Number(packages.vat_percentage)) })}</p>
      )}
      <p className={styles.small}>{t(packages && !packages.vat_percentage ? 'once_text_plain' : 'once_text')}</p>
      <Link to={withNext(paths.credits, next, code)}>{t('other_package')}</Link>
    </section>
  )
}
