import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ExperimentOfDesk } from '@/api/types'
import { useErrorText } from '@/api/use-error-text'
import { formattingLocale } from '@/i18n/formatting-locale'
import { useDates } from '@/i18n/use-dates'
import { Button, Notice } from '@/ui'
import styles from '@/features/marketing/pages/pages.module.css'
import { endExperiment } from './use-experiments'

const reached = { sign_up: 'sign_ups', confirmed: 'confirmed', purchase: 'purchases' } as const

/** The result of an experiment in one sentence, with its figures. */
export function ExperimentResult({ experiment }: { experiment: ExperimentOfDesk }) {
  const { t, i18n } = useTranslation('landing')
  const errorText = useErrorText()
  const [problem, setProblem] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const { id, slug, goal, arms, finding, started_at: startedAt, ended_at: endedAt } = experiment
  const locale = formattingLocale(i18n.language)
  const percent = (part: number) => part.toLocaleString(locale, { style: 'percent', maximumFractionDigits: 1 })
  const { day } = useDates()

  const end = async (ship?: number) => {
    if (isBusy) return
    setBusy(true)
    try {
      await endExperiment(id, ship)
    } catch (error) {
      setProblem(errorText(error))
    } finally {
      setBusy(false)
    }
  }

  return (
    <article className={styles.stack}>
      <h3>
        {slug} · {t(`goal_${goal}`)}
      </h3>
      <p className={styles.quiet}>
        {endedAt ? t('ended', { at: day(endedAt) }) : t('running', { at: day(startedAt) })}
      </p>
      <p role="status">
        <strong>{sentence()}</strong>
      </p>
      <div className={styles.table}>
        <table>
          <thead>
            <tr>
              <th scope="col">{t('versions')}</th>
              <th scope="col">{t('views')}</th>
              <th scope="col">{t('goal_sign_up')}</th>
              <th scope="col">{t('goal_confirmed')}</th>
              <th scope="col">{t('goal_purchase')}</th>
              <th scope="col">{t('rate')}</th>
            </tr>
          </thead>
          <tbody>
            {arms.map((arm) => (
              <tr key={arm.id}>
                <th scope="row">
                  {t('version', { version: arm.version })} ({percent(arm.weight)})
                </th>
                <td>{arm.views.toLocaleString(locale)}</td>
                <td>{arm.sign_ups.toLocaleString(locale)}</td>
                <td>{arm.confirmed.toLocaleString(locale)}</td>
                <td>{arm.purchases.toLocaleString(locale)}</td>
                <td>{arm.views > 0 ? percent(arm[reached[goal]] / arm.views) : '–'}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {problem && (
        <Notice kind="danger" role="alert">
          {problem}
        </Notice>
      )}
      {!endedAt && (
        <div className={styles.row}>
          {finding.best !== null && (
            <Button busy={isBusy} onClick={() => void end(finding.best ?? undefined)}>
              {t('ship')}
            </Button>
          )}
          <Button kind="secondary" busy={isBusy} onClick={() => void end()}>
            {t('end')}
          </Button>
        </div>
      )}
    </article>
  )

  function sentence(): string {
    const version = (arm: number | null) => arms.find(({ id: each }) => each === arm)?.version
    const low = percent(finding.low ?? 0)
    const high = percent(finding.high ?? 0)
    if (finding.conclusion !== 'better') return t(`says_${finding.conclusion}`, { high })
    const values = { best: version(finding.best), other: version(finding.other), low, high }
    return finding.high === null ? t('says_better_open', values) : t('says_better', values)
  }
}
