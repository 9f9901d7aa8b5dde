import { LogOut, Settings, UserRound } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { NavLink, useNavigate } from 'react-router'
import { api } from '../api/client'
import type { User } from '../api/types'
import { useErrorText } from '../api/use-error-text'
import { forgetSession } from '../api/use-user'
import { IconButton, Menu, menuItem, showToast } from '../ui'
import { paths } from './paths'

export function useLogout(): () => Promise<void> {
  const navigate = useNavigate()
  const errorText = useErrorText()
  return async () => {
    try {
      await api.get('logout.php')
      await navigate(paths.home)
      await forgetSession()
    } catch (error) {
      showToast({ text: errorText(error), kind: 'danger' })
    }
  }
}

export function AccountMenu({ user }: { user: User }) {
  const { t } = useTranslation()
  const logout = useLogout()
  return (
    <Menu
      label={t('nav_account')}
      trigger={(props) => (
        <IconButton {...props} label={`${t('nav_account')}: ${user.name}`}>
          <UserRound size={22} />
        </IconButton>
      )}
    >
      <NavLink className={menuItem()} to={paths.profile}>
        <UserRound size={20} aria-hidden="true" />
        {t('nav_profile')}
      </NavLink>
      <NavLink className={menuItem()} to={paths.settings}>
        <Settings size={20} aria-hidden="true" />
        {t('nav_settings')}
      </NavLink>
      <button type="button" className={menuItem()} onClick={() => void logout()}>
        <LogOut size={20} aria-hidden="true" />
        {t('nav_logout')}
      </button>
    </Menu>
  )
}
