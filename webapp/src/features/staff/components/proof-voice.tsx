import { MicOff } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { proofVoice } from '@/features/staff/api/desk'
import { useCare } from '@/features/staff/model/use-care'
import styles from './staff.module.css'

interface Props {
  messageId: string
  /** The name of the player for screen readers. */
  label: string
}

/** A voice message shown as proof. It is read, and the view recorded, when it is played. */
export function ProofVoice({ messageId, label }: Props) {
  const { t } = useTranslation('chat')
  const [{ isMuted }] = useCare()
  const [isGone, setGone] = useState(false)
  if (isGone) {
    return (
      <p className={styles.gone}>
        <MicOff size={20} aria-hidden="true" />
        {t('voice_gone')}
      </p>
    )
  }
  return (
    // oxlint-disable-next-line jsx-a11y/media-has-caption -- nobody has written down what was said
    <audio
      controls
      muted={isMuted}
      preload="none"
      src={proofVoice(messageId)}
      aria-label={label}
      onError={() => setGone(true)}
    />
  )
}
