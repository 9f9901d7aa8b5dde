import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Chat } from '@/api/types'
import { VisuallyHidden } from '@/ui'
import { callWords } from '@/features/chat/model/call-words'
import { usePartnerName } from './use-partner-name'

/** Announces the messages that arrived since the chat was opened to screen readers. */
export function Announcer({ chat }: { chat: Chat }) {
  const { messages } = chat
  const { t } = useTranslation(['chat', 'gifts'])
  const name = usePartnerName()(chat)
  const [initial] = useState(() => messages.at(-1)?.seq ?? 0)
  const newest = messages.findLast((message) => !message.own && message.seq > initial)
  const given = newest?.gift && t('gifts:they_gave', { name, gift: t(`gifts:a_${newest.gift}`) })
  const files = {
    photo: t('photo_word'),
    voice: t('voice_word'),
    text: '',
    opener: '',
    staff: '',
    gift: '',
    call: newest?.call ? t(callWords(newest.call, false)) : '',
  }
  const words = newest && (newest.text || files[newest.kind])
  const said = words && t('said_by', { name, text: words })
  return (
    <div aria-live="polite">
      <VisuallyHidden>
        {newest && <span key={newest.id}>{[given, said].filter(Boolean).join(' ')}</span>}
      </VisuallyHidden>
    </div>
  )
}
