import { ShieldAlert } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Chat } from '@/api/types'
import { isEarly, sharingOf } from '@/features/chat/model/sharing'
import styles from './composer.module.css'

/** In the first days of a conversation, above the composer: what the text gives away or asks for. It holds nothing back. */
export function SharingHint({ chat, text }: { chat: Chat; text: string }) {
  const { t } = useTranslation('chat')
  const [openedAt] = useState(() => Date.now())
  const begun = chat.messages[0]?.sent_at ?? null
  const sharing = !chat.has_older && isEarly(begun, openedAt) ? sharingOf(text) : null
  return (
    <div role="status">
      {sharing && (
        <p className={styles.offline}>
          <ShieldAlert size={16} aria-hidden="true" />
          {t(`sharing_${sharing}`)}
        </p>
      )}
    </div>
  )
}
