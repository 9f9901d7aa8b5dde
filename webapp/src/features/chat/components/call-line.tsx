import { Phone, PhoneMissed, PhoneOff, Video } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { formattingLocale } from '@/i18n/formatting-locale'
import { callLength, callWords, type ChatCall } from '@/features/chat/model/call-words'
import styles from './call-line.module.css'

/** A call in its conversation: what it was, and how long. */
export function CallLine({ call, own }: { call: ChatCall; own: boolean }) {
  const { t, i18n } = useTranslation('chat')
  const length = callLength(call, formattingLocale(i18n.language))
  const Icon = { missed: PhoneMissed, refused: PhoneOff, failed: PhoneOff, answered: null, ended: null }[call.state]
  const Shown = Icon ?? (call.kind === 'video' ? Video : Phone)
  return (
    <p className={styles.call} data-missed={call.state === 'missed' && !own}>
      <Shown size={18} aria-hidden="true" />
      {[t(callWords(call, own)), length].filter(Boolean).join(', ')}
    </p>
  )
}
