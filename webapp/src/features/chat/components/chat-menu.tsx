import { EllipsisVertical, ShieldAlert, Trash2, UserRound } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { paths } from '../../../app/paths'
import type { Card } from '../../../api/types'
import { IconButton, Menu, menuItem } from '../../../ui'

/** What one can do about this chat and the person in it. */
export function ChatMenu({ profile, onRemove }: { profile: Card; onRemove?: () => void }) {
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
      <Link className={menuItem()} to={paths.member(profile.id)}>
        <UserRound size={20} aria-hidden="true" />
        {t('view_profile')}
      </Link>
      <Link className={menuItem()} to={`${paths.member(profile.id)}#safety`}>
        <ShieldAlert size={20} aria-hidden="true" />
        {t('block_or_report')}
      </Link>
      {onRemove && (
        <button type="button" className={menuItem(true)} onClick={onRemove}>
          <Trash2 size={20} aria-hidden="true" />
          {t('remove')}
        </button>
      )}
    </Menu>
  )
}
