import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useDates } from '@/i18n/use-dates'
import type { Spending } from '@/api/types'
import { useErrorText } from '@/api/use-error-text'
import { Button, Notice, useToast, TextInput } from '@/ui'
import type { useSpending } from '@/features/spending/api/use-spending'
import { readAmount } from '@/features/spending/model/amount'
import styles from './spending.module.css'
import { useMoney } from '@/i18n/use-money'

type Period = 'daily' | 'monthly'
const periods: readonly Period[] = ['daily', 'monthly']

interface Props {
  spending: Spending
  change: ReturnType<typeof useSpending>['change']
}

/** The limits one sets oneself: less at once, more tomorrow. */
export function LimitsForm({ spending, change }: Props) {
  const showToast = useToast()
  const { t } = useTranslation('spending')
  const errorText = useErrorText()
  const [typed, setTyped] = useState({
    daily: spending.daily.value?.value ?? '',
    monthly: spending.monthly.value?.value ?? '',
  })
  const [state, setState] = useState<{ busy: boolean; tried: boolean; error: unknown }>({
    busy: false,
    tried: false,
    error: null,
  })
  const amounts = { daily: readAmount(typed.daily), monthly: readAmount(typed.monthly) }

  const save = async () => {
    const { daily, monthly } = amounts
    if (daily === undefined || monthly === undefined) return setState({ ...state, tried: true })
    setState({ busy: true, tried: false, error: null })
    try {
      await change({ daily, monthly })
      setState({ busy: false, tried: false, error: null })
      showToast({ text: t('saved') })
    } catch (error) {
      setState({ busy: false, tried: false, error })
    }
  }
  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (!state.busy) void save()
      }}
    >
      <h2>{t('limits_title')}</h2>
      <p>{t('limits_note')}</p>
      <div className={styles.limits}>
        {periods.map((period) => (
          <TextInput
            key={period}
            label={t(period, { currency: spending.spent_today.currency })}
            hint={t('limit_hint')}
            inputMode="decimal"
            autoComplete="off"
            value={typed[period]}
            onChange={(event) => setTyped({ ...typed, [period]: event.target.value })}
            error={state.tried && amounts[period] === undefined ? t('limit_invalid') : undefined}
          />
        ))}
      </div>
      {periods.map((period) => (
        <Coming key={period} period={period} limit={spending[period]} />
      ))}
      {state.error ? <Notice kind="danger" role="alert" title={errorText(state.error)} /> : null}
      <div>
        <Button type="submit" busy={state.busy}>
          {t('save')}
        </Button>
      </div>
    </form>
  )
}

function Coming({ period, limit }: { period: Period; limit: Spending['daily'] }) {
  const { t } = useTranslation('spending')
  const money = useMoney()
  const { moment } = useDates()
  if (!limit.next_from) return null
  const words = { limit: limit.next ? money(limit.next) : t('no_limit'), when: moment(limit.next_from) }
  return <Notice role="status">{t(`next_${period}`, words)}</Notice>
}
