import type { Picture } from '@/api/types'
import styles from './avatar.module.css'
import { Photo } from './photo'

interface Props {
  photo: Picture | null
  name: string
  size?: 36 | 44 | 52 | 96
  /** Was here today. */
  today?: boolean
}

/** A squircle beside a name, so it says nothing of its own. */
export function Avatar({ photo, name, size = 52, today }: Props) {
  return (
    <span className={styles.avatar} style={{ inlineSize: size, blockSize: size }}>
      <Photo className={styles.photo} photo={photo} name={name} alt="" sizes={`${size}px`} />
      {today && <span className={styles.today} aria-hidden="true" />}
    </span>
  )
}
