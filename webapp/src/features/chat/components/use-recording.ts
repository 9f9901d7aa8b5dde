import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useToast } from '@/ui'
import { problemOf, recordVoice, type Recorder } from '@/features/chat/api/record-voice'
import { longestSeconds, type Recording } from '@/features/chat/model/recording'

/** Milliseconds between two bars of the waveform that grows while recording. */
const interval = 100

export interface RecordingState {
  /** Asking for the microphone, recording, or decoding the recording. */
  phase: 'idle' | 'asking' | 'recording' | 'ending'
  milliseconds: number
  /** How loud it was in each interval, from 0 to 100. */
  levels: readonly number[]
  start: () => void
  stop: () => void
  cancel: () => void
}

/** Records a voice message. It ends by itself after a minute, and is given up when the chat is left. */
export function useRecording(onRecorded: (recording: Recording) => void): RecordingState {
  const { t } = useTranslation('chat')
  const showToast = useToast()
  const [phase, setPhase] = useState<RecordingState['phase']>('idle')
  const [levels, setLevels] = useState<readonly number[]>([])
  const recorder = useRef<Recorder | null>(null)
  const attempt = useRef(0)
  const milliseconds = Math.min(levels.length * interval, longestSeconds * 1000)

  const fail = (error: unknown) => {
    setPhase('idle')
    showToast({ text: t(`voice_${problemOf(error)}`), kind: 'danger' })
  }
  const start = () => {
    if (phase !== 'idle') return
    attempt.current += 1
    const own = attempt.current
    setPhase('asking')
    setLevels([])
    recordVoice().then(
      (started) => {
        // Cancelled, or the chat was left, while the browser asked.
        if (own !== attempt.current) return started.cancel()
        recorder.current = started
        setPhase('recording')
      },
      (error: unknown) => own === attempt.current && fail(error),
    )
  }
  const stop = () => {
    const ending = recorder.current
    recorder.current = null
    if (!ending) return
    setPhase('ending')
    ending.stop().then((recording) => {
      setPhase('idle')
      onRecorded(recording)
    }, fail)
  }
  const cancel = () => {
    attempt.current += 1
    recorder.current?.cancel()
    recorder.current = null
    setPhase('idle')
  }

  const latest = useRef(stop)
  useEffect(() => {
    latest.current = stop
  })
  useEffect(() => {
    if (phase !== 'recording') return
    const startedAt = performance.now()
    const timer = setInterval(() => {
      const level = Math.round(100 * Math.min(1, recorder.current?.level() ?? 0))
      // By the clock, because a page in the background gets its timers late.
      const count = Math.ceil((performance.now() - startedAt) / interval)
      setLevels((before) => [...before, ...Array<number>(Math.max(0, count - before.length)).fill(level)])
      if (performance.now() - startedAt >= longestSeconds * 1000) latest.current()
    }, interval)
    return () => clearInterval(timer)
  }, [phase])
  useEffect(
    () => () => {
      attempt.current += 1
      recorder.current?.cancel()
    },
    [],
  )
  return { phase, milliseconds, levels, start, stop, cancel }
}
