import { isLocale, type Locale } from './locales'

const days = 365

export function readLocaleCookie(cookies = document.cookie): Locale | null {
  const value = /(?:^|;\s*)locale=([^;]+)/.exec(cookies)?.[1]
  return isLocale(value) ? value : null
}

export function writeLocaleCookie(locale: Locale): void {
  const secure = location.protocol === 'https:' ? '; Secure' : ''
  document.cookie = `locale=${locale}; Path=/; Max-Age=${days * 86_400}; SameSite=Lax${secure}`
}
