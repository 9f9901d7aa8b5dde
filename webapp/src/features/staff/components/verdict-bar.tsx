import { useTranslation } from 'react-i18next'
import type { OpenCase } from '@/api/types'
import { Button } from '@/ui'
import type { Verdict } from '@/features/staff/api/queue'
import {
  canBeMisuse,
  choicesFor,
  keyOf,
  measureOf,
  misuse,
  type Choice,
  type Found,
} from '@/features/staff/model/verdicts'
import styles from './queue.module.css'

interface Props {
  found: OpenCase
  busy: boolean
  onChoose: (choice: Choice) => void
  onDecide: (verdict: Verdict) => void
}

/** The words of each choice about a case. */
export function useVerdictText(found: Found) {
  const { t } = useTranslation('staff')
  const { complaint } = found
  return (choice: Choice) => {
    if (complaint?.kind === 'appeal') return t(choice === 'approve' ? 'do_grant' : 'do_turn_down')
    const measure = measureOf(found, choice)
    if (!complaint && measure === 'warn') return t('do_reject_and_warn')
    if (!complaint && measure === 'suspend') return t('do_reject_and_suspend')
    if (measure === 'approve') return t('approve')
    if (measure === 'reject') return t('do_reject')
    return measure === 'dismiss' ? t('do_nothing_wrong') : t(`do_${measure}`)
  }
}

/** The four choices, each with its key. */
export function VerdictBar({ found, busy, onChoose, onDecide }: Props) {
  const { t } = useTranslation('staff')
  const { complaint } = found
  const textOf = useVerdictText(found)
  return (
    <div className={styles.verdicts} role="group" aria-label={t('measure')}>
      {choicesFor(found).map((choice) => (
        <Button
          key={choice}
          kind={choice === 'approve' ? 'primary' : choice === 'ban' ? 'danger' : 'secondary'}
          busy={busy}
          aria-keyshortcuts={keyOf[choice]}
          onClick={() => onChoose(choice)}
        >
          <kbd>{keyOf[choice]}</kbd> {textOf(choice)}
        </Button>
      ))}
      {complaint && canBeMisuse(found) && (
        <Button kind="quiet" small busy={busy} aria-keyshortcuts="M" onClick={() => onDecide(misuse(complaint.reason))}>
          <kbd>M</kbd>{' '}
          {t(
            new Set(found.reports.map((one) => one.reporter_id).filter(Boolean)).size > 1
              ? 'do_dismiss_abuse_all'
              : 'do_dismiss_abuse',
          )}
        </Button>
      )}
    </div>
  )
}
