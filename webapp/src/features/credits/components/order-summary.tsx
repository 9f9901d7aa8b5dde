import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { paths } from '../../../app/paths'
import type { Package } from '../../../api/types'
import { withNext } from '../model/purchase'
import styles from './pay-screen.module.css'
import { useFormats } from './use-formats'

/** What is being bought and what it costs in all. */
export function OrderSummary({ offer, next }: { offer: Package; next: string | null }) {
  const { t } = useTranslation('credits')
  const { money, number } = useFormats()
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
          <dd>{money(offer.amount_per_message)}</dd>
        </div>
        <div className={styles.total}>
          <dt>{t('total')}</dt>
          <dd>{money(offer.amount)}</dd>
        </div>
      </dl>
      <p className={styles.small}>{t('once_text')}</p>
      <Link to={withNext(paths.credits, next)}>{t('other_package')}</Link>
    </section>
  )
}
