import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Chat } from '../../../api/types'
import { VisuallyHidden } from '../../../ui'
import { usePartnerName } from './use-partner-name'

/** Says only what arrived since the chat was opened. */
export function Announcer({ chat }: { chat: Chat }) {
  const { messages } = chat
  const { t } = useTranslation('chat')
  const name = usePartnerName()(chat)
  const [heard] = useState(() => messages.at(-1)?.seq ?? 0)
  const newest = messages.findLast((message) => !message.own && message.seq > heard)
  return (
    <div aria-live="polite">
      <VisuallyHidden>{newest && <span key={newest.id}>{t('said_by', { name, text: newest.text || t('photo_word') })}</span>}</VisuallyHidden>
    </div>
  )
}
