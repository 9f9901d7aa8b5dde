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
  /** Short facts under the name, such as the place. */
  facts?: readonly string[]
  /** Was here today. */
  today?: boolean
  /** Words on the picture, such as "New" or "Fictional". */
  marks?: ReactNode
  /** Buttons over the corners, outside the link. */
  action?: ReactNode
  first?: boolean
  eager?: boolean
  state?: unknown
}

/** A person as one large link with a button beside it. */
export function PhotoCard({ to, photo, name, age, facts = [], today, marks, action, first, eager, state }: Props) {
  const { t } = useTranslation()
  const carryPhoto = useCarryPhoto(to, state)
  return (
    <article className={styles.card}>
      <Link to={to} state={state} className={styles.link} onClick={carryPhoto}>
        <Photo className={styles.photo} photo={photo} name={name} alt="" first={first} eager={eager} />
        <span className={styles.caption}>
          {marks && <span className={styles.marks}>{marks}</span>}
          <span className={styles.name}>{t('name_age', { name, age })}</span>
          <span className={styles.facts}>
            <span className={styles.lines}>
              {today && <span className={styles.today}>{t('presence_today')} </span>}
              {facts.map((fact) => (
                <span key={fact}>{fact} </span>
              ))}
            </span>
          </span>
        </span>
      </Link>
      {action}
    </article>
  )
}

/** A word on a photo. Violet marks news to the viewer, warm colours a notice. */
export function Mark({ kind = 'plain', children }: { kind?: 'plain' | 'new' | 'notice'; children: ReactNode }) {
  return <span className={`${styles.mark} ${styles[kind]}`}>{children}</span>
}

/** The grid of people: 2 to 7 across, by its own width. */
export function PhotoGrid({ children, label }: { children: ReactNode; label?: string }) {
  return (
    <div className={styles.frame}>
      <ul className={styles.grid} aria-label={label}>
        {children}
      </ul>
    </div>
  )
}
