import { useLocation } from 'react-router'
import { api } from '../api/client'
import { useSettings } from '../api/use-settings'
import { useUser } from '../api/use-user'
import { writeLocaleCookie } from '../i18n/locale-cookie'
import { defaultLocale, isLocale, localeNames, localised, type Locale } from '../i18n/locales'

interface Language {
  code: Locale
  name: string
  href: string
  choose: () => Promise<void>
}

/** The languages this site offers, each with this screen's address in it. */
export function useLanguages(): Language[] {
  const { settings } = useSettings()
  const { user } = useUser()
  const { pathname, search } = useLocation()
  const offered = (settings?.locales ?? [defaultLocale, 'en']).filter(isLocale)
  return offered.map((code) => ({
    code,
    name: localeNames[code],
    href: localised(code, pathname) + search,
    choose: async () => {
      writeLocaleCookie(code)
      if (user) await api.put('user.php', { language: code }, { retries: 0 }).catch(() => undefined)
      window.location.assign(localised(code, pathname) + search)
    },
  }))
}
