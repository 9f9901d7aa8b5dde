import type { CSSProperties } from 'react'
import styles from './voice.module.css'

interface Props {
  /** Numbers from 0 to 100. */
  peaks: readonly number[]
  /** The share that was played, from 0 to 1. */
  played?: number
}

/** Bars as high as the sound is loud. Screen readers get the time instead. */
export function Waveform({ peaks, played = 0 }: Props) {
  return (
    <span className={styles.bars} aria-hidden="true">
      {peaks.map((peak, index) => (
        <span
          key={index}
          data-played={index < played * peaks.length || undefined}
          style={{ '--peak': `${Math.max(6, peak)}%` } as CSSProperties}
        />
      ))}
    </span>
  )
}
