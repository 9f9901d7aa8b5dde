import { useTranslation } from 'react-i18next'
import type { MarketingReport } from '@/api/types'
import { shareOf } from './model/series'
import styles from './report.module.css'
import { useFigures } from './use-figures'

/** The sums of the range at a glance, each beside the step before it. */
export function ReportTiles({ report, before }: { report: MarketingReport; before: MarketingReport | null }) {
  const { t } = useTranslation('marketing')
  const { number, percent, money, change } = useFigures()
  const was = (value: string, share: string) => (
    <dd className={styles.note}>{t('compare_was', { value, percent: share })}</dd>
  )
  const { total, has_views, has_sign_ups } = report
  const ofViews = percent(shareOf(total.sign_ups, total.views))
  const ofSignUps = (part: number) => t('of_sign_ups', { percent: percent(shareOf(part, total.sign_ups)) })
  const tiles = [
    ...(has_views
      ? [
          {
            name: 'views' as const,
            value: number(total.views),
            note: t('views_note', {
              bounced: percent(shareOf(total.bounced, total.views)),
              suspects: number(total.suspects),
            }),
          },
        ]
      : []),
    ...(has_sign_ups
      ? [
          {
            name: 'sign_ups' as const,
            value: number(total.sign_ups),
            note: has_views && total.views > 0 ? t('of_views', { percent: ofViews }) : '',
          },
          { name: 'confirmed' as const, value: number(total.confirmed), note: ofSignUps(total.confirmed) },
          {
            name: 'first_purchases' as const,
            value: number(total.first_purchases),
            note: ofSignUps(total.first_purchases),
          },
        ]
      : []),
  ]
  return (
    <dl className={styles.tiles}>
      {tiles.map(({ name, value, note }) => (
        <div key={name}>
          <dt>{t(`col_${name}`)}</dt>
          <dd>{value}</dd>
          {note && <dd className={styles.note}>{note}</dd>}
          {before && was(number(before.total[name]), change(total[name], before.total[name]))}
        </div>
      ))}
      {total.revenue.map(({ currency, net, gross }) => {
        const earlier = before?.total.revenue.find((each) => each.currency === currency)?.net ?? 0
        return (
          <div key={currency}>
            <dt>{t('col_net')}</dt>
            <dd>{money(net, currency)}</dd>
            <dd className={styles.note}>{t('of_gross', { sum: money(gross, currency) })}</dd>
            {before && was(money(earlier, currency), change(net, earlier))}
          </div>
        )
      })}
    </dl>
  )
}
