import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { classes } from './classes'
import styles from './skeleton.module.css'
import { VisuallyHidden } from './visually-hidden'

/** One grey shape; its size comes from the class, the way the real thing gets it. */
export function Skeleton({ className, width, height }: { className?: string; width?: string; height?: string }) {
  return (
    <span
      className={classes(styles.shape, className)}
      style={{ inlineSize: width, blockSize: height }}
      aria-hidden="true"
    />
  )
}

/** Holds the shapes back for 200 ms and says once that something is loading. */
export function Loading({ children, className }: { children?: ReactNode; className?: string }) {
  const { t } = useTranslation()
  return (
    <div className={classes(styles.loading, className)} role="status">
      <VisuallyHidden>{t('loading')}</VisuallyHidden>
      {children}
    </div>
  )
}
