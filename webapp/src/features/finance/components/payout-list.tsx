import { Fragment } from 'react'
import { useTranslation } from 'react-i18next'
import type { FinanceFinding, FinancePayouts } from '@/api/types'
import { useDates } from '@/i18n/use-dates'
import { useMoney } from '@/i18n/use-money'
import { Notice } from '@/ui'
import styles from './finance.module.css'

const sums = ['gross', 'refunds', 'chargebacks', 'other', 'fees', 'amount', 'difference'] as const
const always: readonly string[] = ['gross', 'fees', 'amount']

/** What the providers paid out, and what differs from our payments. */
export function PayoutList({ payouts, missing }: FinancePayouts) {
  const { t } = useTranslation('desk')
  const { day } = useDates()
  const money = useMoney('symbol')
  return (
    <>
      {missing.length > 0 && (
        <Notice kind="danger">
          <p>{t('finance_missing')}</p>
          <Findings findings={missing} />
        </Notice>
      )}
      {payouts.length === 0 && <p className={styles.quiet}>{t('finance_no_payouts')}</p>}
      <ul className={styles.list}>
        {payouts.map((payout) => (
          <li key={`${payout.provider} ${payout.id}`} className={styles.item}>
            <div>
              <h3>{day(payout.paid_at)}</h3>
              <p className={styles.quiet}>
                {payout.provider} · {payout.id}
              </p>
              {payout.findings.length > 0 ? (
                <Findings findings={payout.findings} />
              ) : (
                <p className={styles.quiet}>{t('finance_agrees')}</p>
              )}
            </div>
            <dl className={styles.sums}>
              {sums
                .filter((name) => always.includes(name) || Number(payout[name].value) !== 0)
                .map((name) => (
                  <Fragment key={name}>
                    <dt>{t(name === 'other' ? 'finance_rest' : `finance_${name}`)}</dt>
                    <dd>{money(payout[name])}</dd>
                  </Fragment>
                ))}
            </dl>
          </li>
        ))}
      </ul>
    </>
  )
}

function Findings({ findings }: { findings: readonly FinanceFinding[] }) {
  const { t } = useTranslation('desk')
  return (
    <ul>
      {findings.map(({ what, about }) => (
        <li key={`${what} ${about}`}>
          {t(`finding_${what}`)}: <code>{about}</code>
        </li>
      ))}
    </ul>
  )
}
