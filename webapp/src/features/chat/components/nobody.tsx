import { UserX } from 'lucide-react'
import styles from './chat-bar.module.css'

/** In place of the photo of someone who is gone. */
export function Nobody({ size = 52 }: { size?: number }) {
  return (
    <span className={styles.nobody} style={{ inlineSize: size, blockSize: size }} aria-hidden="true">
      <UserX size={size / 2} />
    </span>
  )
}
