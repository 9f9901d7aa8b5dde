import type { ReactNode } from 'react'
import { classes, PageTitle } from '@/ui'
import styles from './payment-result.module.css'

interface Props {
  kind: 'first' | 'done' | 'waiting' | 'ended'
  icon: ReactNode
  title: string
  children: ReactNode
}

/** The result of a payment in one picture and one sentence, with the next steps. */
export function ResultPanel({ kind, icon, title, children }: Props) {
  return (
    <div className={styles.result}>
      <span className={classes(styles.disc, styles[kind])} aria-hidden="true">
        {icon}
      </span>
      <PageTitle title={title} />
      {children}
    </div>
  )
}
