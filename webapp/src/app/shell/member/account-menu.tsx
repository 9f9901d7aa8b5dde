import { LogOut, Settings, UserRound } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { NavLink, useHref } from 'react-router'
import { api } from '@/api/client'
import { forgetKept, keepByDevice, keptByDevice } from '@/api/device/member-storage'
import { announceLogout } from '@/api/session-channel'
import type { User } from '@/api/types'
import { useErrorText } from '@/api/use-error-text'
import { IconButton, Menu, menuItem, useToast } from '@/ui'
import { paths } from '@/paths'

const endSession = async (): Promise<string | null> => {
  await api.get('logout.php')
  return null
}

/** Leaves by a fresh page, so that nothing of the member stays in memory: that which `end` names, else the first one. */
export function useLogout(end = endSession): () => Promise<void> {
  const showToast = useToast()
  const home = useHref(paths.home)
  const errorText = useErrorText()
  return async () => {
    try {
      const device = keptByDevice()
      // The answer has the browser clear all that this site stored in it.
      const next = await end()
      await forgetKept()
      keepByDevice(device)
      announceLogout()
      window.location.assign(next ?? home)
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
