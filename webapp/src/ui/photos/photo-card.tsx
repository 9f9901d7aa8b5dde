import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, type To } from 'react-router'
import type { Picture } from '@/api/types'
import { useCarryPhoto } from './carry-photo'
import { Photo } from './photo'
import styles from './photo-card.module.css'

interface Props {
  to: To
  photo: Picture | null
  name: string
  age: number
  /** The place, or whatever stands under the name. */
  line?: ReactNode
  /** Was here today. */
  today?: boolean
  /** Words on the picture, such as "New" or "Fictional". */
  marks?: ReactNode
  /** A button that lies over the corner, beside the link and not in it. */
  action?: ReactNode
  first?: boolean
  eager?: boolean
  state?: unknown
}

/** A person as one large link with a button beside it. */
export function PhotoCard({ to, photo, name, age, line, today, marks, action, first, eager, state }: Props) {
  const { t } = useTranslation()
  const carryPhoto = useCarryPhoto(to, state)
  return (
    <article className={styles.card}>
      <Link to={to} state={state} className={styles.link} onClick={carryPhoto}>
        <Photo className={styles.photo} photo={photo} name={name} alt="" first={first} eager={eager} />
        <span className={styles.caption}>
          {marks && <span className={styles.marks}>{marks}</span>}
          <span className={styles.name}>{t('name_age', { name, age })}</span>
          <span className={styles.line}>
            {today && (
              <span className={styles.today}>
                {t('presence_today')}
                {line ? ' · ' : ''}
              </span>
            )}
            {line}
          </span>
        </span>
      </Link>
      {action && <div className={styles.action}>{action}</div>}
    </article>
  )
}

/** A word on a photo. Violet marks news to the viewer, warm colours a notice. */
export function Mark({ kind = 'plain', children }: { kind?: 'plain' | 'new' | 'notice'; children: ReactNode }) {
  return <span className={`${styles.mark} ${styles[kind]}`}>{children}</span>
}

/** The grid people stand in: 2, 3, 4, 4, 5 across, by its own width. */
export function PhotoGrid({ children, label }: { children: ReactNode; label?: string }) {
  return (
    <div className={styles.frame}>
      <ul className={styles.grid} aria-label={label}>
        {children}
      </ul>
    </div>
  )
}
