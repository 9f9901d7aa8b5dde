import { Ban, EllipsisVertical, ShieldAlert, Trash2, UserRound } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { paths } from '@/paths'
import type { Card, Id } from '@/api/types'
import { IconButton, Menu, menuItem } from '@/ui'

interface Props {
  profile: Card | null
  /** Null before the first message. */
  conversationId: Id | null
  onBlock: (() => void) | undefined
  onRemove: (() => void) | undefined
}

/** Menu of a chat: report, block, remove. */
export function ChatMenu({ profile, conversationId, onBlock, onRemove }: Props) {
  const { t } = useTranslation('chat')
  // Who is gone is nobody to point at: what was said stands for them.
  const report = profile ? paths.complaintAbout(profile.id) : conversationId && paths.complaintAboutChat(conversationId)
  return (
    <Menu
      label={t('options')}
      trigger={(props) => (
        <IconButton {...props} label={t('options')}>
          <EllipsisVertical size={22} />
        </IconButton>
      )}
    >
      {profile && (
        <Link className={menuItem()} to={paths.member(profile.id)}>
          <UserRound size={20} aria-hidden="true" />
          {t('view_profile')}
        </Link>
      )}
      {report && (
        <Link className={menuItem()} to={report}>
          <ShieldAlert size={20} aria-hidden="true" />
          {profile ? t('report_named', { name: profile.name }) : t('report_partner')}
        </Link>
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
  )
}
