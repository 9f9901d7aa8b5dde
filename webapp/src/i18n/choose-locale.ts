import { defaultLocale, isLocale, localised, splitPath, type Locale } from './locales'

export interface Choice {
  locale: Locale
  /** Where the browser should be instead, when the address and the language disagree. */
  goTo: string | null
}

/**
 * An address with a language is a choice. Without one the cookie decides, and on a first visit the site's own
 * language does.
 */
export async function chooseLocale(
  pathname: string,
  cookie: Locale | null,
  siteLanguage: () => Promise<string | undefined>,
): Promise<Choice> {
  const { locale, rest } = splitPath(pathname)
  if (locale) return { locale, goTo: locale === defaultLocale ? rest : null }
  const forced = cookie ?? (await siteLanguage())?.slice(0, 2)
  const chosen = isLocale(forced) ? forced : defaultLocale
  return { locale: chosen, goTo: chosen === defaultLocale ? null : localised(chosen, rest) }
}
