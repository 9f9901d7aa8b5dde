import {
  Archive,
  ArchiveRestore,
  Ban,
  Bell,
  BellOff,
  CalendarHeart,
  EllipsisVertical,
  HeartOff,
  Languages,
  Search,
  ShieldAlert,
  ShieldPlus,
  Trash2,
  UserRound,
} from 'lucide-react'
import { useContext, useState, type RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { paths } from '@/paths'
import type { Card, Id } from '@/api/types'
import { useSettings } from '@/api/use-settings'
import { IconButton, Menu, menuItem } from '@/ui'
import { useChangeQueue } from '@/features/chat/api/change-queue'
import { UnsafeSheet } from './unsafe-sheet'
import { TranslatingContext } from './use-translating'

interface Props {
  button: RefObject<HTMLButtonElement | null>
  profile: Card | null
  /** Null before the first message. */
  conversationId: Id | null
  muted: boolean
  archived: boolean
  onBlock: (() => void) | undefined
  onUnmatch: (() => void) | undefined
  onRemove: (() => void) | undefined
  onSearch: () => void
}

/** Menu of a chat: report, block, remove. */
export function ChatMenu({
  button,
  profile,
  conversationId,
  muted,
  archived,
  onBlock,
  onUnmatch,
  onRemove,
  onSearch,
}: Props) {
  const { t } = useTranslation('chat')
  const { add } = useChangeQueue()
  const { settings } = useSettings()
  const translating = useContext(TranslatingContext)
  const [isUnsafe, setUnsafe] = useState(false)
  // An erased partner has no profile to report: the report names the messages.
  const report = profile ? paths.complaintAbout(profile.id) : conversationId && paths.complaintAboutChat(conversationId)
  return (
    <>
      <Menu
        label={t('options')}
        trigger={(props) => (
          <IconButton {...props} ref={button} label={t('options')}>
            <EllipsisVertical size={22} />
          </IconButton>
        )}
      >
        <button type="button" className={menuItem()} onClick={() => setUnsafe(true)}>
          <ShieldPlus size={20} aria-hidden="true" />
          {t('unsafe')}
        </button>
        {profile && (
          <Link className={menuItem()} to={paths.member(profile.id)}>
            <UserRound size={20} aria-hidden="true" />
            {t('view_profile')}
          </Link>
        )}
        {profile && conversationId && settings?.date_plans && (
          <Link className={menuItem()} to={paths.datePlan(profile.id)}>
            <CalendarHeart size={20} aria-hidden="true" />
            {t('date_plan')}
          </Link>
        )}
        {report && (
          <Link className={menuItem()} to={report}>
            <ShieldAlert size={20} aria-hidden="true" />
            {profile ? t('report_named', { name: profile.name }) : t('report_partner')}
          </Link>
        )}
        {conversationId && (
          <>
            <button type="button" className={menuItem()} onClick={onSearch}>
              <Search size={20} aria-hidden="true" />
              {t('search_open')}
            </button>
            {translating && (
              <button type="button" className={menuItem()} onClick={() => translating.setAlways(!translating.isAlways)}>
                <Languages size={20} aria-hidden="true" />
                {translating.isAlways ? t('translate_stop') : t('translate_always')}
              </button>
            )}
            <button
              type="button"
              className={menuItem()}
              onClick={() => add({ kind: 'settings', conversationId, muted: !muted })}
            >
              {muted ? <Bell size={20} aria-hidden="true" /> : <BellOff size={20} aria-hidden="true" />}
              {muted ? t('unmute') : t('mute')}
            </button>
            <button
              type="button"
              className={menuItem()}
              onClick={() => add({ kind: 'settings', conversationId, archived: !archived })}
            >
              {archived ? <ArchiveRestore size={20} aria-hidden="true" /> : <Archive size={20} aria-hidden="true" />}
              {archived ? t('unarchive') : t('archive')}
            </button>
          </>
        )}
        {profile && onUnmatch && (
          <button type="button" className={menuItem(true)} onClick={onUnmatch}>
            <HeartOff size={20} aria-hidden="true" />
            {t('unmatch_named', { name: profile.name })}
          </button>
        )}
        {profile && onBlock && (
          <button type="button" className={menuItem(true)} onClick={onBlock}>
            <Ban size={20} aria-hidden="true" />
            {t('block_named', { name: profile.name })}
          </button>
        )}
        {onRemove && (
          <button type="button" className={menuItem(true)} onClick={onRemove}>
            <Trash2 size={20} aria-hidden="true" />
            {t('remove')}
          </button>
        )}
      </Menu>
      <UnsafeSheet
        open={isUnsafe}
        onClose={() => setUnsafe(false)}
        profile={profile}
        report={report}
        onBlock={onBlock}
        onRemove={onRemove}
      />
    </>
  )
}
