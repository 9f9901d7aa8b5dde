import { MicOff } from 'lucide-react'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isApiError } from '@/api/api-error'
import type { ChatVoice, Id } from '@/api/types'
import { usePhotoAddress } from '@/ui'
import { renewVoice } from '@/features/chat/api/see-voice'
import styles from './voice.module.css'
import { VoicePlayer } from './voice-player'

interface Props {
  messageId: Id
  voice: ChatVoice | null
  label: string
}

/** Safari before 18.4 plays no Opus in Ogg. */
const playsOpus = () => new Audio().canPlayType('audio/ogg; codecs="opus"') !== ''

/** No sooner is a recording that failed requested again. */
const renewalInterval = 60_000

/** A voice message in its bubble. */
export function VoiceMessage({ messageId, voice: initial, label }: Props) {
  const { t } = useTranslation('chat')
  const address = usePhotoAddress()
  // The first link stays until it fails: the newer ones of each read would end what is being played.
  const [link, setLink] = useState(initial)
  const renewedAt = useRef(0)
  const voice = initial && link
  if (!voice) {
    return (
      <p className={styles.gone}>
        <MicOff size={20} aria-hidden="true" />
        {t('voice_gone')}
      </p>
    )
  }
  // The link has expired, or the recording is gone.
  const renew = async () => {
    if (Date.now() - renewedAt.current < renewalInterval) return false
    renewedAt.current = Date.now()
    try {
      const found = await renewVoice(messageId)
      setLink(found)
      return found !== null && found.src !== voice.src
    } catch (error) {
      if (!isApiError(error, 'not_found')) return false
      setLink(null)
      return true
    }
  }
  return (
    <div className={styles.message}>
      <VoicePlayer
        label={label}
        src={address(playsOpus() ? voice.src : voice.mp3_src)}
        milliseconds={voice.milliseconds}
        peaks={voice.peaks}
        onFailed={renew}
      />
    </div>
  )
}
