import { Pause, Play } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSingleton } from '@/singletons'
import { IconButton, useToast } from '@/ui'
import { clockOf } from '@/features/chat/model/recording'
import styles from './voice.module.css'
import { Waveform } from './waveform'

interface Props {
  /** The name of the group for screen readers. */
  label: string
  /** An address, or a recording on this device. */
  src: string | Blob
  milliseconds: number
  peaks: readonly number[]
  /** Called when the file could not be read: its link may have expired. Resolves to whether there is another `src`. */
  onFailed?: () => Promise<boolean>
}

const faster = 1.5
const step = 100

/** One recording plays at a time: another player pauses the one before. */
function createCurrentPlayer() {
  let current: HTMLAudioElement | null = null
  return {
    take: (player: HTMLAudioElement) => {
      if (current !== player) current?.pause()
      current = player
    },
  }
}

/** Plays a recording when it is pressed; nothing is read before. */
export function VoicePlayer({ label, src, milliseconds, peaks, onFailed }: Props) {
  const { t, i18n } = useTranslation('chat')
  const showToast = useToast()
  const { take } = useSingleton(createCurrentPlayer)
  const audio = useRef<HTMLAudioElement>(null)
  const isWanted = useRef(false)
  const [isPlaying, setPlaying] = useState(false)
  const [isFast, setFast] = useState(false)
  const [position, setPosition] = useState(0)

  const fail = () => {
    isWanted.current = false
    setPlaying(false)
    showToast({ text: t('voice_unplayable'), kind: 'danger' })
  }
  const play = () => {
    const player = audio.current
    if (!player) return
    take(player)
    isWanted.current = true
    player.playbackRate = isFast ? faster : 1
    player.play().catch((error: unknown) => {
      // Paused before it began, or a link that expired: the error event of the element follows.
      if (error instanceof DOMException && error.name === 'NotAllowedError') fail()
    })
  }
  const pause = () => {
    isWanted.current = false
    audio.current?.pause()
  }
  const onError = () => {
    if (!isWanted.current) return
    void (onFailed?.() ?? Promise.resolve(false)).then((hasOther) => {
      if (!hasOther) fail()
    }, fail)
  }
  const goOn = useRef(play)
  useEffect(() => {
    goOn.current = play
  })
  useEffect(() => {
    const player = audio.current
    if (!player) return
    const url = typeof src === 'string' ? src : URL.createObjectURL(src)
    player.src = url
    // Pressed before, with a link that had expired.
    if (isWanted.current) goOn.current()
    return () => {
      player.pause()
      if (url !== src) URL.revokeObjectURL(url)
    }
  }, [src])

  const seek = (to: number) => {
    setPosition(to)
    if (audio.current) audio.current.currentTime = to / 1000
  }
  const speed = `${faster.toLocaleString(i18n.language)}×`
  return (
    <div className={styles.player} role="group" aria-label={label}>
      {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- nobody has written down what was said */}
      <audio
        ref={audio}
        preload="none"
        onPlay={() => setPlaying(true)}
        onPause={() => setPlaying(false)}
        onEnded={() => {
          isWanted.current = false
          seek(0)
        }}
        onTimeUpdate={({ currentTarget }) => setPosition(currentTarget.currentTime * 1000)}
        onError={onError}
      />
      <IconButton label={isPlaying ? t('voice_pause') : t('voice_play')} onClick={isPlaying ? pause : play}>
        {isPlaying ? <Pause size={22} /> : <Play size={22} />}
      </IconButton>
      <span className={styles.wave}>
        <Waveform peaks={peaks} played={position / milliseconds} />
        <input
          type="range"
          className={styles.seek}
          min={0}
          max={milliseconds}
          step={step}
          value={Math.min(position, milliseconds)}
          aria-label={t('voice_position')}
          aria-valuetext={`${clockOf(position)} / ${clockOf(milliseconds)}`}
          onChange={(event) => seek(Number(event.target.value))}
        />
      </span>
      <span className={styles.time}>{clockOf(position > 0 ? position : milliseconds)}</span>
      <button
        type="button"
        className={styles.speed}
        aria-pressed={isFast}
        aria-label={`${t('voice_faster')}: ${speed}`}
        onClick={() => {
          setFast(!isFast)
          if (audio.current) audio.current.playbackRate = isFast ? 1 : faster
        }}
      >
        {speed}
      </button>
    </div>
  )
}
