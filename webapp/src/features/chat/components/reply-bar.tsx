import { X } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { Quoted as QuotedMessage } from '@/outbox/message'
import { IconButton } from '@/ui'
import { Quoted } from './quoted'
import styles from './reply-bar.module.css'

interface Props {
  quote: QuotedMessage
  /** The partner's. */
  name: string
  onCancel: () => void
}

/** Above the composer: the message that the next text answers. */
export function ReplyBar({ quote, name, onCancel }: Props) {
  const { t } = useTranslation('chat')
  return (
    <div
      className={styles.bar}
      role="group"
      aria-label={quote.own ? t('replying_to_self') : t('replying_to', { name })}
    >
      <Quoted quote={quote} name={name} />
      <IconButton label={t('reply_cancel')} onClick={onCancel}>
        <X size={20} />
      </IconButton>
    </div>
  )
}
