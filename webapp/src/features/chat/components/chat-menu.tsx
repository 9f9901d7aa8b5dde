import { Ban, EllipsisVertical, ShieldAlert, Trash2, UserRound } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { paths } from '../../../app/paths'
import type { Card } from '../../../api/types'
import { IconButton, Menu, menuItem } from '../../../ui'

interface Props {
  profile: Card | null
  onBlock: (() => void) | undefined
  onRemove: (() => void) | undefined
}

/** What one can do about this chat and the person in it. */
export function ChatMenu({ profile, onBlock, onRemove }: Props) {
  const { t } = useTranslation('chat')
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
      {profile && (
        <Link className={menuItem()} to={paths.complaintAbout(profile.id)}>
          <ShieldAlert size={20} aria-hidden="true" />
          {t('report_named', { name: profile.name })}
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
