import { useState, type ReactNode } from 'react'
import { ApiError } from '@/api/api-error'
import type { Id } from '@/api/types'
import { useErrorText } from '@/api/use-error-text'
import { useToast } from '@/ui'
import { useOutbox } from '@/outbox/use-outbox'
import type { QueuedMessage } from '@/outbox/message'
import type { Quote } from '@/features/chat/model/quote'
import type { Need } from './needs-dialog'
import { useRecording } from './use-recording'
import { useVoiceDraft } from './use-voice-draft'
import { VoiceBar } from './voice-bar'
import { VoiceRecorder } from './voice-recorder'

interface Options {
  memberId: Id
  profileId: Id
  credits: number
  quote: Quote
  onNeed: (need: Need) => void
}

/** Recording, reviewing and sending a voice message: what stands above the composer, and in its place. */
export function useVoice({ memberId, profileId, credits, quote, onNeed }: Options) {
  const errorText = useErrorText()
  const showToast = useToast()
  const outbox = useOutbox()
  const [draft, setDraft] = useVoiceDraft(memberId, profileId)
  const [isNew, setNew] = useState(false)
  const recording = useRecording((recorded) => {
    if (recorded.milliseconds < shortest)
      return showToast({ text: errorText(new ApiError(422, tooShort)), kind: 'danger' })
    setNew(true)
    setDraft(recorded)
  })

  const send = () => {
    if (!draft?.wav) return
    if (quote.balance < credits) return onNeed({ voice: credits })
    const { wav: voice, milliseconds, peaks } = draft
    const refusal = outbox.send(profileId, { kind: 'voice', voice, milliseconds, peaks, text: '' }, credits)
    if (refusal) showToast({ text: errorText(refusal), kind: 'danger' })
    else setDraft(null)
  }
  const bar: ReactNode = draft && recording.phase === 'idle' && (
    <VoiceBar
      draft={draft}
      credits={credits}
      quote={quote}
      isNew={isNew}
      onSend={send}
      onRemove={() => setDraft(null)}
    />
  )
  return {
    bar,
    recorder: recording.phase === 'idle' ? null : <VoiceRecorder {...recording} />,
    /** Absent while one waits to be sent or deleted. */
    record: draft ? undefined : recording.start,
    putBack: ({ voice, milliseconds, peaks }: Extract<QueuedMessage, { kind: 'voice' }>) =>
      setDraft({ wav: voice, milliseconds, peaks }),
  }
}

/** Milliseconds; the server refuses a shorter one, with the same error. */
const shortest = 500
const tooShort = { code: 'voice_empty', message: '' }
