/** Every language the app can speak, by its own name; a site's settings choose which it offers. */
export const localeNames = {
  nl: 'Nederlands',
  en: 'English',
  de: 'Deutsch',
  fr: 'Français',
  es: 'Español',
  it: 'Italiano',
  pl: 'Polski',
  da: 'Dansk',
  sv: 'Svenska',
  nb: 'Norsk',
  fi: 'Suomi',
} as const

export type Locale = keyof typeof localeNames

export const locales = Object.keys(localeNames) as Locale[]
export const defaultLocale: Locale = 'nl'

export function isLocale(value: string | undefined | null): value is Locale {
  return value !== undefined && value !== null && value in localeNames
}

/** Splits an address into its language, when it names one, and the rest. */
export function splitPath(pathname: string): { locale: Locale | null; rest: string } {
  const [, first, ...others] = pathname.split('/')
  return isLocale(first) ? { locale: first, rest: `/${others.join('/')}` } : { locale: null, rest: pathname }
}

export function basenameOf(locale: Locale): string {
  return locale === defaultLocale ? '/' : `/${locale}`
}

export function localised(locale: Locale, rest: string): string {
  if (locale === defaultLocale) return rest
  return rest === '/' ? `/${locale}/` : `/${locale}${rest}`
}
