import type { ReactNode } from 'react'
import { classes, PageTitle } from '@/ui'
import styles from './payment-result.module.css'

interface Props {
  kind: 'done' | 'waiting' | 'ended'
  icon: ReactNode
  title: string
  children: ReactNode
}

/** What became of a payment, in one picture and one sentence, and then what to do. */
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
