import { useState, type SyntheticEvent } from 'react'
import { useTranslation } from 'react-i18next'
import type { MarketingNetwork } from '@/api/types'
import { useErrorText } from '@/api/use-error-text'
import { Button, FieldError, Select, TextInput, useToast } from '@/ui'
import { payNetwork, type Payout } from '@/features/marketing/api/networks'
import { ExpectedDaily } from './expected-daily'
import { dailyOf, goals, hundredthsOf, type Goal } from './model'
import styles from './sources.module.css'

interface Props {
  network: MarketingNetwork
  onDone: () => void
}

export function PayoutForm({ network, onDone }: Props) {
  const { t } = useTranslation('marketing')
  const errorText = useErrorText()
  const showToast = useToast()
  const [goal, setGoal] = useState<Goal>(network.goal)
  const amount = network.goal === 'share' ? network.share : network.minor
  const [sum, setSum] = useState(amount ? (amount / 100).toFixed(2) : '')
  const [currency, setCurrency] = useState(network.currency || 'EUR')
  const [expected, setExpected] = useState(network.expected_daily ? String(network.expected_daily) : '')
  const [problem, setProblem] = useState<string>()
  const [isBusy, setBusy] = useState(false)

  const payout = (): Payout | null => {
    if (goal === '') return { goal }
    const hundredths = hundredthsOf(sum)
    if (!hundredths || (goal === 'share' && hundredths > 10_000)) return null
    return goal === 'share'
      ? { goal, share: hundredths }
      : { goal, minor: hundredths, currency: currency.toUpperCase() }
  }
  const submit = async (event: SyntheticEvent) => {
    event.preventDefault()
    if (isBusy) return
    const wanted = payout()
    if (!wanted) {
      setProblem(t('sum_wrong'))
      return
    }
    const daily = dailyOf(expected)
    if (daily === null) {
      setProblem(t('expected_daily_wrong'))
      return
    }
    setBusy(true)
    try {
      await payNetwork(network.name, wanted, daily)
      showToast({ text: t('saved'), kind: 'success' })
      onDone()
    } catch (error) {
      setProblem(errorText(error))
      setBusy(false)
    }
  }

  return (
    <form className={styles.form} onSubmit={(event) => void submit(event)} noValidate>
      <Select label={t('pay_for')} value={goal} onChange={(event) => setGoal(event.target.value as Goal)}>
        {goals.map((each) => (
          <option key={each} value={each}>
            {each === '' ? t('pay_nothing') : t(`pay_${each}`)}
          </option>
        ))}
      </Select>
      {goal !== '' && (
        <div className={styles.fields}>
          <TextInput
            label={goal === 'share' ? t('percent') : t('sum')}
            inputMode="decimal"
            value={sum}
            onChange={(event) => setSum(event.target.value)}
          />
          {goal !== 'share' && (
            <TextInput
              label={t('currency')}
              value={currency}
              maxLength={3}
              onChange={(event) => setCurrency(event.target.value)}
            />
          )}
        </div>
      )}
      <ExpectedDaily value={expected} onChange={setExpected} />
      {problem && (
        <div role="alert">
          <FieldError id={`${network.name}-problem`}>{problem}</FieldError>
        </div>
      )}
      <div className={styles.actions}>
        <Button type="submit" small busy={isBusy}>
          {t('save')}
        </Button>
        <Button kind="quiet" small onClick={onDone}>
          {t('cancel')}
        </Button>
      </div>
    </form>
  )
}
