import { ChevronLeft, Coins } from 'lucide-react'
import type { ReactNode, RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { paths } from '@/paths'
import type { Chat } from '@/api/types'
import { Avatar, classes, PageTitle, useOnline } from '@/ui'
import { FictionalLabel } from '@/people/fictional-label'
import { useVerifiedMonth, VerifiedLabel } from '@/people/verified-label'
import styles from './chat-bar.module.css'
import { useChangeQueue } from '@/features/chat/api/change-queue'
import { withSettings } from '@/features/chat/model/changes'
import { ChatMenu } from './chat-menu'
import { Nobody } from './nobody'
import { useBuyPath } from './use-buy-path'
import { usePartnerName } from './use-partner-name'

interface Props {
  chat: Chat
  /** Set to the button of the menu. */
  options: RefObject<HTMLButtonElement | null>
  onRemove: (chat: Chat) => void
  onBlock?: (() => void) | undefined
  onUnmatch?: (() => void) | undefined
  onSearch: () => void
  /** Buttons of calls. */
  calls?: ReactNode
}

export function ChatBar({ chat, options, onRemove, onBlock, onUnmatch, onSearch, calls }: Props) {
  const { t } = useTranslation(['chat', 'common'])
  const { profile, conversation } = chat
  const settings = withSettings(chat, conversation?.id, useChangeQueue().changes)
  const name = usePartnerName()(chat)
  const verifiedMonth = useVerifiedMonth(profile)
  // The presence of the last visit is out of date without a network.
  const { online } = useOnline()
  return (
    <header className={styles.bar} data-calls={Boolean(calls)}>
      <Link className={styles.back} to={paths.chats} aria-label={t('chat:back_to_list')}>
        <ChevronLeft size={24} aria-hidden="true" />
      </Link>
      {profile ? (
        <Link className={styles.partner} to={paths.member(profile.id)}>
          <Avatar photo={profile.main_image} name={profile.name} size={44} today={profile.presence === 'today'} />
          <div className={styles.words}>
            <PageTitle className={styles.name} title={t('common:name_age', { name: profile.name, age: profile.age })} />
            <span className={styles.facts}>
              {profile.is_paused && <span>{t('common:paused')}</span>}
              {profile.presence && <span>{t(`common:presence_${profile.presence}`)}</span>}
              {profile.fictional && (
                <span className={styles.mark}>
                  <FictionalLabel />
                </span>
              )}
              {verifiedMonth && (
                <span className={styles.verified}>
                  <VerifiedLabel month={verifiedMonth} />
                </span>
              )}
              {profile.demonstration && <span className={styles.mark}>{t('common:badge_demonstration')}</span>}
            </span>
          </div>
        </Link>
      ) : (
        <div className={styles.partner}>
          <Nobody size={44} />
          <PageTitle className={styles.name} title={name} />
        </div>
      )}
      {online && calls}
      {online && <CreditsBadge balance={chat.price.balance} />}
      <ChatMenu
        button={options}
        profile={profile}
        conversationId={conversation?.id ?? null}
        muted={settings.muted}
        archived={settings.archived}
        onBlock={onBlock}
        onUnmatch={onUnmatch}
        onSearch={onSearch}
        onRemove={conversation ? () => onRemove(chat) : undefined}
      />
    </header>
  )
}

const lowBalance = 10

function CreditsBadge({ balance }: { balance: number }) {
  const { t } = useTranslation('chat')
  const look = balance > lowBalance ? undefined : balance > 0 ? styles.low : styles.none
  return (
    <Link
      className={classes(styles.credits, look)}
      to={useBuyPath()}
      aria-label={t('credits_badge', { count: balance })}
    >
      <Coins size={18} aria-hidden="true" />
      {balance}
    </Link>
  )
}
