import { useTranslation } from 'react-i18next'
import { VisuallyHidden } from '@/ui'
import type { Bubble } from '@/features/chat/model/entries'
import { reactionEmoji } from '@/features/chat/model/reactions'
import styles from './message-bubble.module.css'

interface Props {
  reactions: Bubble['reactions']
  /** The partner's. */
  name: string
}

/** Under a message: the reactions of both. */
export function Reactions({ reactions: { own, partner }, name }: Props) {
  const { t } = useTranslation('chat')
  if (!own && !partner) return null
  return (
    <p className={styles.reactions}>
      {partner && (
        <span>
          <span aria-hidden="true">{reactionEmoji[partner]}</span>
          <VisuallyHidden>{t('reacted_by', { name, reaction: t(`reaction_${partner}`) })}</VisuallyHidden>
        </span>
      )}
      {own && (
        <span>
          <span aria-hidden="true">{reactionEmoji[own]}</span>
          <VisuallyHidden>{t('reacted_own', { reaction: t(`reaction_${own}`) })}</VisuallyHidden>
        </span>
      )}
    </p>
  )
}
