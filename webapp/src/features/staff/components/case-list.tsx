import { useTranslation } from 'react-i18next'
import type { QueuedCase } from '@/api/types'
import { classes } from '@/ui'
import { fromNow, isPast } from '@/features/staff/model/age'
import { kindKey } from '@/features/staff/model/kinds'
import styles from './queue.module.css'

interface Props {
  cases: readonly QueuedCase[]
  openId: string | null
  onOpen: (id: string) => void
}

/** Kinds that say what a case is about; of the others the reason does. */
const named: ReadonlySet<string> = new Set(['appeal', 'verification'])

/** The cases that wait, listed without the people in them. */
export function CaseList({ cases, openId, onOpen }: Props) {
  const { t, i18n } = useTranslation(['staff', 'complaints'])
  return (
    <nav className={styles.list} aria-label={t('staff:cases')}>
      <ol>
        {cases.map((one) => (
          <li key={one.id}>
            <button
              type="button"
              className={styles.item}
              aria-current={one.id === openId ? 'true' : undefined}
              onClick={() => onOpen(one.id)}
            >
              <span className={classes(styles.severity, styles[one.severity])}>
                {t(`staff:severity_${one.severity}`)}
              </span>
              <span className={styles.what}>
                {one.reason && !named.has(one.kind)
                  ? t(`complaints:reason_${one.reason as 'other'}`)
                  : t(`staff:${kindKey(one.kind)}`)}
              </span>
              <span className={styles.meta}>
                {[
                  t(`staff:${kindKey(one.kind)}`),
                  one.reports > 1 && t('staff:reports', { number: one.reports }),
                  one.language.toUpperCase(),
                  fromNow(one.since, i18n.language),
                  one.asks && t('staff:case_asks'),
                  one.assignee && t('staff:assigned_to', { name: one.assignee.name }),
                  ...(one.labels ?? []).map((label) => `#${label}`),
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </span>
              <span className={styles.due} data-late={isPast(one.due_at) || undefined}>
                {t('staff:due', { time: fromNow(one.due_at, i18n.language) })}
              </span>
            </button>
          </li>
        ))}
      </ol>
    </nav>
  )
}
