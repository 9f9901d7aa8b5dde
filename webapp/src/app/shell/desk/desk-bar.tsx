import { LogOut, UserRound } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link, NavLink, useLocation } from 'react-router'
import type { DeskRole } from '@/api/types'
import { isCurrent } from '@/app/shell/is-current'
import { useLogout } from '@/app/shell/member/account-menu'
import styles from '@/app/shell/top-bar.module.css'
import { logoutOfDesk } from '@/features/session/api/openid'
import { desksOf } from '@/features/desk/model/desks'
import { IconButton, Menu, menuItem } from '@/ui'
import { paths } from '@/paths'

/** The desks of a person of staff, in the top bar. */
export function DeskLinks({ desks }: { desks: readonly DeskRole[] }) {
  const { t } = useTranslation()
  const { pathname } = useLocation()
  return (
    <nav className={styles.links} aria-label={t('nav_main')}>
      {desksOf(desks).map(({ to, name }) => (
        <Link key={to} to={to} className={styles.link} aria-current={isCurrent(to, pathname) ? 'page' : undefined}>
          {t(`desk_${name}`)}
        </Link>
      ))}
    </nav>
  )
}

export function DeskMenu({ name }: { name: string }) {
  const { t } = useTranslation()
  const logout = useLogout(logoutOfDesk)
  return (
    <Menu
      label={t('nav_account')}
      trigger={(props) => (
        <IconButton {...props} label={`${t('nav_account')}: ${name}`}>
          <UserRound size={22} />
        </IconButton>
      )}
    >
      <NavLink className={menuItem()} to={paths.desk}>
        <UserRound size={20} aria-hidden="true" />
        {t('desk_home')}
      </NavLink>
      <button type="button" className={menuItem()} onClick={() => void logout()}>
        <LogOut size={20} aria-hidden="true" />
        {t('nav_logout')}
      </button>
    </Menu>
  )
}
