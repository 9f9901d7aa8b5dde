import type { ReactNode } from 'react'
import { classes } from './classes'
import styles from './notice.module.css'

interface Props {
  kind?: 'plain' | 'warning' | 'danger' | 'success'
  icon?: ReactNode
  title?: ReactNode
  children?: ReactNode
  actions?: ReactNode
  role?: 'alert' | 'status'
}

/** A soft band with words that belong to the whole page or form. */
export function Notice({ kind = 'plain', icon, title, children, actions, role }: Props) {
  return (
    <div className={classes(styles.notice, styles[kind])} role={role}>
      {icon && <span className={styles.icon}>{icon}</span>}
      <div className={styles.words}>
        {title && <p className={styles.title}>{title}</p>}
        {children && <div>{children}</div>}
      </div>
      {actions && <div className={styles.actions}>{actions}</div>}
    </div>
  )
}
