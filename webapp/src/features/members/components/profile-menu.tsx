import { EllipsisVertical, Flag, ShieldBan } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { IconButton, Menu, menuItem } from '@/ui'
import type { Blocking } from './use-blocking'

interface Props {
  name: string
  blocking: Blocking
  /** Further entries, of other features. */
  more?: ReactNode
}

export function ProfileMenu({ name, blocking, more }: Props) {
  const { t } = useTranslation('members')
  return (
    <Menu
      label={t('options')}
      trigger={(props) => (
        <IconButton {...props} label={t('options')}>
          <EllipsisVertical size={22} />
        </IconButton>
      )}
    >
      <Link className={menuItem()} to={blocking.reportLink}>
        <Flag size={20} aria-hidden="true" />
        {t('report', { name })}
      </Link>
      <button
        type="button"
        className={menuItem(!blocking.blocked)}
        onClick={blocking.blocked ? blocking.unblock : blocking.ask}
      >
        <ShieldBan size={20} aria-hidden="true" />
        {blocking.blocked ? t('unblock', { name }) : t('block', { name })}
      </button>
      {more}
    </Menu>
  )
}
