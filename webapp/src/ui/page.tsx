import type { ReactNode } from 'react'
import { classes } from './classes'
import styles from './page.module.css'

/** The usual inside of a screen: page edges, one column of sections, and how wide it may become. */
export function Page({
  width = 'content',
  className,
  children,
}: {
  width?: 'wide' | 'content' | 'reading' | 'narrow'
  className?: string
  children: ReactNode
}) {
  return <div className={classes(styles.page, styles[width], className)}>{children}</div>
}
