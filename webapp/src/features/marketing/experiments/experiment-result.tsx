import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ExperimentOfDesk } from '@/api/types'
import { useErrorText } from '@/api/use-error-text'
import { formattingLocale } from '@/i18n/formatting-locale'
import { useDates } from '@/i18n/use-dates'
import { Button, Notice } from '@/ui'
import styles from '@/features/marketing/pages/pages.module.css'
import { useFigures } from '@/features/marketing/report/use-figures'
import { ExperimentDays } from './experiment-days'
import { ExperimentDevices } from './experiment-devices'
import { ExperimentNote } from './experiment-note'
import { changeExperiment, endExperiment } from './use-experiments'
import { useSentence } from './use-sentence'

const reached = {
  sign_up: 'sign_ups',
  confirmed: 'confirmed',
  purchase: 'purchases',
  net_revenue: 'purchases',
} as const

/** The result of an experiment in one sentence, with its figures. */
export function ExperimentResult({ experiment }: { experiment: ExperimentOfDesk }) {
  const { t, i18n } = useTranslation('landing')
  const errorText = useErrorText()
  const [problem, setProblem] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const { id, slug, goal, arms, finding, guards, started_at: startedAt, ended_at: endedAt } = experiment
  const sentence = useSentence(experiment)
  const locale = formattingLocale(i18n.language)
  const percent = (part: number) => part.toLocaleString(locale, { style: 'percent', maximumFractionDigits: 1 })
  const { day } = useDates()
  const { money } = useFigures()
  const revenueOf = (sums: Record<string, number>) =>
    Object.entries(sums)
      .map(([currency, minor]) => money(minor, currency))
      .join(' + ') || '–'

  const attempt = async (change: () => Promise<void>) => {
    if (isBusy) return
    setBusy(true)
    try {
      await change()
      setProblem(undefined)
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
        {endedAt
          ? t('ended', { at: day(endedAt) })
          : experiment.paused_at
            ? t('paused', { at: day(experiment.paused_at) })
            : t('running', { at: day(startedAt) })}
      </p>
      <p role="status">
        <strong>{sentence(finding)}</strong>
      </p>
      {guards.length > 0 && (
        <Notice>{t('guards_worse', { name: guards.map((guard) => t(`guard_${guard}`)).join(', ') })}</Notice>
      )}
      <div className={styles.table}>
        <table>
          <thead>
            <tr>
              <th scope="col">{t('versions')}</th>
              <th scope="col">{t('views')}</th>
              <th scope="col">{t('guard_bounced')}</th>
              <th scope="col">{t('guard_suspects')}</th>
              <th scope="col">{t('goal_sign_up')}</th>
              <th scope="col">{t('goal_confirmed')}</th>
              <th scope="col">{t('goal_purchase')}</th>
              {goal === 'net_revenue' && <th scope="col">{t('arm_net_revenue')}</th>}
              <th scope="col">{t('guard_refunds')}</th>
              <th scope="col">{t('rate')}</th>
            </tr>
          </thead>
          <tbody>
            {arms.map((arm) => (
              <tr key={arm.id}>
                <th scope="row">
                  {t('version', { version: arm.version })}
                  {arm.copied_from && `, ${arm.copied_from}`} ({percent(arm.weight)})
                </th>
                <td>{arm.views.toLocaleString(locale)}</td>
                <td>{arm.views > 0 ? percent(arm.bounced / arm.views) : '–'}</td>
                <td>{arm.suspects.toLocaleString(locale)}</td>
                <td>{arm.sign_ups.toLocaleString(locale)}</td>
                <td>{arm.confirmed.toLocaleString(locale)}</td>
                <td>{arm.purchases.toLocaleString(locale)}</td>
                {goal === 'net_revenue' && <td>{revenueOf(arm.net_revenue)}</td>}
                <td>{arm.refunds.toLocaleString(locale)}</td>
                <td>{arm.views > 0 ? percent(arm[reached[goal]] / arm.views) : '–'}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <ExperimentDays experiment={experiment} />
      <ExperimentDevices experiment={experiment} />
      <ExperimentNote
        note={experiment.note}
        isBusy={isBusy}
        onSave={(note) => void attempt(() => changeExperiment(id, { note }))}
      />
      {problem && (
        <Notice kind="danger" role="alert">
          {problem}
        </Notice>
      )}
      {!endedAt && (
        <div className={styles.row}>
          {finding.best !== null && (
            <Button busy={isBusy} onClick={() => void attempt(() => endExperiment(id, finding.best ?? undefined))}>
              {t('ship')}
            </Button>
          )}
          <Button
            kind="secondary"
            busy={isBusy}
            onClick={() => void attempt(() => changeExperiment(id, { is_paused: !experiment.paused_at }))}
          >
            {t(experiment.paused_at ? 'resume' : 'pause')}
          </Button>
          <Button kind="secondary" busy={isBusy} onClick={() => void attempt(() => endExperiment(id))}>
            {t('end')}
          </Button>
        </div>
      )}
    </article>
  )
}
