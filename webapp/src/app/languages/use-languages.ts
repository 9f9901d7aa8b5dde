import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router'
import { api } from '@/api/client'
import { useSettings } from '@/api/use-settings'
import { useUser } from '@/api/use-user'
import { writeLocaleCookie } from '@/i18n/locale-cookie'
import { defaultLocale, localised, nameInItself, type Locale } from '@/i18n/locales'

interface Language {
  code: Locale
  name: string
  /** Whether it is offered wherever one is; the others are on a page of their own. */
  visible: boolean
  href: string
  choose: () => Promise<void>
}

/** The languages this site speaks, those of the visitor's country first, each with this screen's address in it. */
export function useLanguages(): Language[] {
  const { settings } = useSettings()
  const { user } = useUser()
  const { i18n } = useTranslation()
  const { pathname, search } = useLocation()
  const spoken = settings?.locales ?? [defaultLocale, 'en']
  const visible = new Set<string>([...(settings?.visible_locales ?? spoken), i18n.language])
  return spoken
    .toSorted((one, other) => Number(visible.has(other)) - Number(visible.has(one)))
    .map((code) => ({
      code,
      visible: visible.has(code),
      name: nameInItself(code),
      // Named in the address: without a script no cookie remembers it.
      href: `/${code}${pathname}${search}`,
      choose: async () => {
        writeLocaleCookie(code)
        if (user) await api.put('user.php', { language: code }, { retries: 0 }).catch(() => undefined)
        window.location.assign(localised(code, pathname) + search)
      },
    }))
}
