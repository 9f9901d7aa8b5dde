import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { classes } from '@/ui/classes'
import styles from './slim-notice.module.css'

interface Props {
  kind?: 'plain' | 'warning' | 'evening'
  icon: ReactNode
  /** The matter in a few words; on a phone two short lines. */
  children: ReactNode
  /** A sentence more, where the window is wide enough. */
  more?: ReactNode
  action?: ReactNode
  dismiss?: { label: string; run: () => void }
}

/** A notice of one line above a screen, exactly as high as the place that the layout keeps for it. */
export function SlimNotice({ kind = 'plain', icon, children, more, action, dismiss }: Props) {
  return (
    <div className={classes(styles.notice, styles[kind])}>
      <div className={styles.inner}>
        <span className={styles.icon} aria-hidden="true">
          {icon}
        </span>
        <p className={styles.words}>
          <strong>{children}</strong> {more && <span className={styles.more}>{more}</span>}
        </p>
        {action && <div className={styles.action}>{action}</div>}
        {dismiss && (
          <button
            type="button"
            className={styles.dismiss}
            aria-label={dismiss.label}
            title={dismiss.label}
            onClick={dismiss.run}
          >
            <X size={20} aria-hidden="true" />
          </button>
        )}
      </div>
    </div>
  )
}
