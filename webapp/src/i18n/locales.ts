import { ownLanguages, type OwnLanguages } from './own-languages'

/** The languages of the product, by their own names; a site's settings choose which it offers, and may add others. */
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

/** One of these, or a language of the site's own. */
export type Locale = string

export const locales: readonly Locale[] = Object.keys(localeNames)
export const defaultLocale: Locale = 'nl'

export const isOfProduct = (code: string): code is keyof typeof localeNames => Object.hasOwn(localeNames, code)

export function isLocale(value: string | undefined | null, own: OwnLanguages = ownLanguages()): value is Locale {
  return Boolean(value) && (isOfProduct(value!) || own.has(value!))
}

/** The name of a language in itself, as a list of languages has it. */
export function nameInItself(code: Locale): string {
  if (isOfProduct(code)) return localeNames[code]
  const name = new Intl.DisplayNames([code], { type: 'language' }).of(code) ?? code
  return name.charAt(0).toLocaleUpperCase(code) + name.slice(1)
}

/** Splits an address into its language, when it names one, and the rest. */
export function splitPath(pathname: string, own?: OwnLanguages): { locale: Locale | null; rest: string } {
  const [, first, ...others] = pathname.split('/')
  return isLocale(first, own) ? { locale: first, rest: `/${others.join('/')}` } : { locale: null, rest: pathname }
}

export function basenameOf(locale: Locale): string {
  return locale === defaultLocale ? '/' : `/${locale}`
}

export function localised(locale: Locale, rest: string): string {
  if (locale === defaultLocale) return rest
  return rest === '/' ? `/${locale}/` : `/${locale}${rest}`
}
