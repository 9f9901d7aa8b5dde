import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formattingLocale } from '@/i18n/formatting-locale'
import { TextInput } from '@/ui'
import styles from '@/features/marketing/pages/pages.module.css'
import { useEstimate, type NewExperiment } from './use-experiments'

interface Props {
  slug: string
  goal: NewExperiment['goal']
  arms: number
}

/** Days an experiment takes at the page's own pace, or at the one typed here. */
export function Estimate({ slug, goal, arms }: Props) {
  const { t, i18n } = useTranslation('landing')
  const locale = formattingLocale(i18n.language)
  const [views, setViews] = useState('')
  const [rate, setRate] = useState('')
  const { data } = useEstimate({ slug, goal, arms, views: Number(views), rate: Number(rate) / 100 })
  return (
    <fieldset className={styles.group}>
      <legend>{t('est_title')}</legend>
      <div className={styles.pair}>
        <TextInput
          label={t('est_views')}
          type="number"
          min={1}
          value={views}
          placeholder={data?.views_a_day ? String(Math.round(data.views_a_day)) : ''}
          onChange={(event) => setViews(event.target.value)}
        />
        <TextInput
          label={t('est_rate')}
          type="number"
          min={0.1}
          max={99}
          step={0.1}
          value={rate}
          placeholder={data?.rate ? String(Math.round(data.rate * 1000) / 10) : ''}
          onChange={(event) => setRate(event.target.value)}
        />
      </div>
      {data && data.durations.length > 0 ? (
        <>
          <div className={styles.table}>
            <table>
              <thead>
                <tr>
                  <th scope="col">{t('est_difference')}</th>
                  <th scope="col">{t('est_days')}</th>
                </tr>
              </thead>
              <tbody>
                {data.durations.map(({ lift, days }) => (
                  <tr key={lift}>
                    <th scope="row">{t('est_lift', { percent: lift.toLocaleString(locale, { style: 'percent' }) })}</th>
                    <td>{days.toLocaleString(locale)}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
          <p className={styles.quiet}>{t('est_text')}</p>
        </>
      ) : (
        <p className={styles.quiet}>{t('est_none')}</p>
      )}
    </fieldset>
  )
}
