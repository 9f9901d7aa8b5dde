import styles from './badge.module.css'
import { classes } from './classes'
import { VisuallyHidden } from './visually-hidden'

type Kind = 'unread' | 'accent' | 'warning' | 'danger' | 'neutral'

interface Props {
  count: number
  kind?: Kind
  /** The meaning of the number for screen readers. */
  label?: string
  showZero?: boolean
}

export function capped(count: number): string {
  return count > 99 ? '99+' : String(count)
}

export function Badge({ count, kind = 'unread', label, showZero }: Props) {
  if (count <= 0 && !showZero) return null
  return (
    <span className={classes(styles.badge, styles[kind])}>
      <span aria-hidden={label ? true : undefined}>{capped(count)}</span>
      {label && <VisuallyHidden>{label}</VisuallyHidden>}
    </span>
  )
}
