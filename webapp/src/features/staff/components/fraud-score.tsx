import { useTranslation } from 'react-i18next'
import type { OpenCase } from '@/api/types'
import styles from './staff.module.css'

/** The signs of fraud of a case, each with its points. It sorts the list and decides nothing. */
export function FraudScore({ fraud }: { fraud: NonNullable<OpenCase['fraud']> }) {
  const { t, i18n } = useTranslation('staff')
  const written = (points: number) => points.toLocaleString(i18n.language)
  return (
    <section aria-label={t('fraud_score')}>
      <p>
        <strong>{t('fraud_points', { points: written(fraud.points) })}</strong>{' '}
        <span className={styles.quiet}>{t(fraud.signs.length > 0 ? 'fraud_hint' : 'fraud_none')}</span>
      </p>
      {fraud.signs.length > 0 && (
        <dl className={styles.figures}>
          {fraud.signs.map(({ sign, points }) => (
            <div key={sign}>
              <dt>{t(`fraud_${sign}`)}</dt>
              <dd>{written(points)}</dd>
            </div>
          ))}
        </dl>
      )}
    </section>
  )
}
