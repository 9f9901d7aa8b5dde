import { readCookies, writeCookie } from '@/api/device/storage'
import { isLocale, type Locale } from './locales'

const days = 365

export function readLocaleCookie(cookies = readCookies()): Locale | null {
  const value = /(?:^|;\s*)locale=([^;]+)/.exec(cookies)?.[1]
  return isLocale(value) ? value : null
}

export function writeLocaleCookie(locale: Locale): void {
  const secure = location.protocol === 'https:' ? '; Secure' : ''
  writeCookie(`locale=${locale}; Path=/; Max-Age=${days * 86_400}; SameSite=Lax${secure}`)
}
