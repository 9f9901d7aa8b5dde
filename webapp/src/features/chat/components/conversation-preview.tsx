import { CircleAlert, Clock } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { ChatSummary } from '@/api/types'
import { classes } from '@/ui'
import type { ListedChat } from '@/features/chat/model/unsent'
import { callWords } from '@/features/chat/model/call-words'
import styles from './conversation-list.module.css'

type PreviewedMessage = Pick<
  NonNullable<ChatSummary['last_message']>,
  'kind' | 'own' | 'text' | 'gift' | 'call' | 'retracted'
>

/** The last message in a line, marked if it is not sent yet. */
export function ConversationPreview({
  chat: { last_message: last, profile },
  unsent,
  draft,
}: ListedChat & { draft: string }) {
  const { t } = useTranslation(['chat', 'gifts'])

  function wordsOf({ kind, own, text, gift, call, retracted }: PreviewedMessage): string {
    if (retracted) return t('chat:taken_back')
    if (gift) return t(own ? 'gifts:you_gave' : 'gifts:gave_you', { gift: t(`gifts:a_${gift}`) })
    if (call) return t(`chat:${callWords(call, own)}`)
    if (kind === 'voice') return own ? t('chat:preview_own', { text: t('chat:voice_word') }) : t('chat:voice_word')
    const said = kind === 'photo' ? [t('chat:photo_word'), text].filter(Boolean).join(': ') : text
    return own ? t('chat:preview_own', { text: said }) : said
  }

  if (!unsent && draft.trim()) {
    return (
      <span key="draft" className={styles.preview}>
        <span className={styles.draft}>{t('chat:list_draft')}</span> {draft}
      </span>
    )
  }
  if (!unsent) {
    // The script of a drawn page writes a draft over it (`src/device-words.ts`).
    return (
      <span className={styles.preview} data-draft-to={profile?.id}>
        <span>{last ? wordsOf(last) : t('chat:history_limit')}</span>
      </span>
    )
  }
  const isFailed = unsent.state === 'failed'
  const Icon = isFailed ? CircleAlert : Clock
  return (
    <span className={styles.preview}>
      <span className={classes(styles.state, isFailed && styles.failed)}>
        <Icon size={14} aria-hidden="true" />
        {t(isFailed ? 'chat:list_failed' : 'chat:list_unsent')}
      </span>
      <span aria-hidden="true"> · </span>
      {unsent.kind === 'gift'
        ? t(`gifts:a_${unsent.gift}`)
        : wordsOf({ kind: unsent.kind, own: true, text: unsent.text, gift: null, call: null, retracted: false })}
    </span>
  )
}
