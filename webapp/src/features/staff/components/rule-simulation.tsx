import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useErrorText } from '@/api/use-error-text'
import type { DeskRule, RuleSample, RuleSimulation as Simulation } from '@/api/types'
import { paths } from '@/paths'
import { Button, Notice } from '@/ui'
import { RuleNumbers } from './rule-numbers'
import styles from './staff.module.css'

const mostSamples = 20

interface Props {
  rule: DeskRule
  onSimulate: (id: string, onStep: (simulation: Simulation, samples: RuleSample[]) => void) => Promise<unknown>
}

/** Tries a rule on the last 30 days, with its progress, the numbers, and matches to open. */
export function RuleSimulation({ rule, onSimulate }: Props) {
  const { t, i18n } = useTranslation(['staff', 'complaints'])
  const errorText = useErrorText()
  const [running, setRunning] = useState<Simulation | null>(null)
  const [samples, setSamples] = useState<RuleSample[]>([])
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>(null)
  const shown = running ?? rule.simulation

  const simulate = async () => {
    if (busy) return
    setBusy(true)
    setError(null)
    setSamples([])
    try {
      await onSimulate(rule.id, (simulation, more) => {
        setRunning(simulation)
        setSamples((before) => [...before, ...more].slice(0, mostSamples))
      })
    } catch (failure) {
      setError(failure)
    }
    setRunning(null)
    setBusy(false)
  }
  return (
    <>
      {error !== null && (
        <Notice kind="danger" role="alert">
          {errorText(error)}
        </Notice>
      )}
      {shown && <RuleNumbers title={t('staff:rule_simulated')} numbers={numbersOf(shown)} />}
      {running && !running.done && (
        <label className={styles.progress}>
          <progress max={running.total} value={running.looked} />
          <span role="status">
            {t('staff:rule_progress', {
              looked: running.looked.toLocaleString(i18n.language),
              total: running.total.toLocaleString(i18n.language),
            })}
          </span>
        </label>
      )}
      {samples.length > 0 && (
        <details>
          <summary>{t('staff:rule_samples')}</summary>
          <ul className={styles.samples}>
            {samples.map((sample) => (
              <li key={sample.case_id ?? sample.member_id}>
                <Link to={paths.staffMember(sample.member_id, sample.case_id ?? undefined)} target="_blank">
                  {sample.number === null
                    ? t('staff:rule_sample_profile')
                    : t('complaints:number', { number: sample.number })}
                </Link>{' '}
                <span className={styles.quiet}>
                  {[
                    sample.found.join(', '),
                    sample.outcome && t(`staff:rule_${sample.outcome === 'acted' ? 'broken' : 'nothing_wrong'}`),
                  ]
                    .filter(Boolean)
                    .join(' · ')}
                </span>
              </li>
            ))}
          </ul>
        </details>
      )}
      <Button kind="secondary" className={styles.alone} busy={busy} onClick={() => void simulate()}>
        {t('staff:rule_simulate')}
      </Button>
    </>
  )
}

const numbersOf = ({ cases, members, broken, nothing_wrong }: Simulation) => ({
  cases,
  members,
  broken,
  nothing_wrong,
})
