import { Square, Trash2 } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { IconButton } from '@/ui'
import { clockOf, longestSeconds } from '@/features/chat/model/recording'
import type { RecordingState } from './use-recording'
import styles from './voice.module.css'
import { Waveform } from './waveform'

/** Bars that fit beside the time on a phone. */
const shown = 24

/** In place of the composer while a voice message is recorded. */
export function VoiceRecorder({ phase, milliseconds, levels, stop, cancel }: RecordingState) {
  const { t } = useTranslation('chat')
  const stopButton = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (phase === 'recording') stopButton.current?.focus()
  }, [phase])
  const latest = levels.slice(-shown)
  return (
    <div className={styles.recorder} role="group" aria-label={t('voice_recording')}>
      <IconButton label={t('voice_remove')} onClick={cancel}>
        <Trash2 size={22} />
      </IconButton>
      <span className={styles.dot} data-on={phase === 'recording' || undefined} aria-hidden="true" />
      <span role="status" className={styles.state}>
        {phase === 'recording' ? t('voice_recording') : ''}
      </span>
      <Waveform peaks={[...Array<number>(shown - latest.length).fill(0), ...latest]} />
      <span className={styles.time}>
        {clockOf(milliseconds)} / {clockOf(longestSeconds * 1000)}
      </span>
      <button
        ref={stopButton}
        type="button"
        className={styles.stop}
        aria-label={t('voice_stop')}
        title={t('voice_stop')}
        aria-disabled={phase !== 'recording'}
        onClick={stop}
        onKeyDown={({ key }) => key === 'Escape' && cancel()}
      >
        <Square size={20} aria-hidden="true" />
      </button>
    </div>
  )
}
