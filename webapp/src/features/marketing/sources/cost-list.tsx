import { useState, type SyntheticEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '@/api/use-error-text'
import { Button, FieldError, Select, TextInput, useToast } from '@/ui'
import { enterCost, useCosts } from '@/features/marketing/api/networks'
import { isoDay } from '@/features/marketing/report/model/report-filter'
import { CostImport } from './cost-import'
import { CostKey } from './cost-key'
import { useFigures } from '@/features/marketing/report/use-figures'
import { hundredthsOf } from './model'
import styles from './sources.module.css'

/** Costs of networks by day, and the form that enters or corrects a day. */
export function CostList({ networks }: { networks: string[] }) {
  const { t } = useTranslation('marketing')
  const { money, day } = useFigures()
  const { data } = useCosts()
  return (
    <section className={styles.costs} aria-labelledby="costs-title">
      <h2 id="costs-title">{t('costs')}</h2>
      <p className={styles.quiet}>{t('costs_text')}</p>
      <CostForm networks={networks} />
      <CostImport />
      <CostKey />
      {data && data.costs.length > 0 && (
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">{t('dim_day')}</th>
              <th scope="col">{t('dim_network')}</th>
              <th scope="col">{t('col_cost')}</th>
            </tr>
          </thead>
          <tbody>
            {data.costs.map((cost) => (
              <tr key={`${cost.network} ${cost.day} ${cost.currency}`}>
                <th scope="row">{day(cost.day)}</th>
                <td>{cost.network}</td>
                <td>{money(cost.minor, cost.currency)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  )
}

function CostForm({ networks }: { networks: string[] }) {
  const { t } = useTranslation('marketing')
  const errorText = useErrorText()
  const showToast = useToast()
  const [network, setNetwork] = useState(networks[0] ?? '')
  const [day, setDay] = useState(() => isoDay(Date.now()))
  const [sum, setSum] = useState('')
  const [currency, setCurrency] = useState('EUR')
  const [problem, setProblem] = useState<string>()
  const [isBusy, setBusy] = useState(false)

  const submit = async (event: SyntheticEvent) => {
    event.preventDefault()
    if (isBusy) return
    const minor = hundredthsOf(sum)
    if (minor === null || !day) {
      setProblem(t('sum_wrong'))
      return
    }
    setBusy(true)
    setProblem(undefined)
    try {
      await enterCost({ network, day, minor, currency: currency.toUpperCase() })
      setSum('')
      showToast({ text: t('saved'), kind: 'success' })
    } catch (error) {
      setProblem(errorText(error))
    } finally {
      setBusy(false)
    }
  }

  return (
    <form className={styles.form} onSubmit={(event) => void submit(event)} noValidate>
      <div className={styles.fields}>
        <Select label={t('dim_network')} value={network} onChange={(event) => setNetwork(event.target.value)}>
          {networks.map((name) => (
            <option key={name}>{name}</option>
          ))}
        </Select>
        <TextInput type="date" label={t('dim_day')} value={day} onChange={(event) => setDay(event.target.value)} />
        <TextInput label={t('sum')} inputMode="decimal" value={sum} onChange={(event) => setSum(event.target.value)} />
        <TextInput
          label={t('currency')}
          value={currency}
          maxLength={3}
          onChange={(event) => setCurrency(event.target.value)}
        />
      </div>
      {problem && (
        <div role="alert">
          <FieldError id="cost-problem">{problem}</FieldError>
        </div>
      )}
      <div className={styles.actions}>
        <Button type="submit" small busy={isBusy}>
          {t('cost_enter')}
        </Button>
      </div>
    </form>
  )
}
