import { CircleCheck, Clock, TriangleAlert } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { MarketingReport } from '@/api/types'
import { shareOf } from './model/series'
import styles from './report.module.css'
import { useFigures } from './use-figures'

/** How far the figures can be trusted: whether they match the ledger, and how many of the sign-ups they attribute. */
export function ReportFoot({ report }: { report: MarketingReport }) {
  const { t } = useTranslation('marketing')
  const { percent, number, day } = useFigures()
  const { check, total, attributed } = report
  const range = check && { first: day(check.first), last: day(check.last) }
  const earning = total.revenue.filter(({ net }) => net > 0)
  const shares = earning.map(({ currency, net }) => {
    const part = attributed.revenue.find((each) => each.currency === currency)?.net ?? 0
    return `${percent(shareOf(part, net))} (${currency})`
  })
  const signUps = percent(shareOf(attributed.sign_ups, total.sign_ups))
  const Icon = !check ? Clock : check.differences === 0 ? CircleCheck : TriangleAlert
  return (
    <footer className={styles.foot}>
      <p className={check && check.differences > 0 ? styles.differs : undefined}>
        <Icon size={20} aria-hidden="true" />
        {!check || !range
          ? t('ledger_unchecked')
          : check.differences === 0
            ? t('ledger_matches', range)
            : t('ledger_differs', { ...range, number: number(check.differences) })}
      </p>
      {total.sign_ups > 0 && (
        <p>
          {shares.length > 0 ? t('coverage', { signUps, net: shares.join(', ') }) : t('coverage_sign_ups', { signUps })}
        </p>
      )}
    </footer>
  )
}
