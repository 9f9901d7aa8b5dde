import { defaultLocale, localised, splitPath, type Locale } from './locales'

export interface Choice {
  locale: Locale
  /** Where the browser should be instead, when the address and the language disagree. */
  goTo: string | null
}

interface SiteLanguages {
  domain_language: string
  locales: readonly string[]
}

/** The language of a first visit: the first two letters of `domain_language`, where the site offers that language. */
export function ownLanguage(site: SiteLanguages | undefined): Locale {
  const found = site?.domain_language.slice(0, 2)
  return found && site?.locales.includes(found) ? found : defaultLocale
}

/**
 * An address with a language is a choice. Without one the earlier choice decides, and on a first visit the site; the
 * specification has no part for the languages of the browser.
 */
export async function chooseLocale(
  pathname: string,
  earlier: Locale | null,
  site: () => Promise<SiteLanguages | undefined>,
): Promise<Choice> {
  const { locale, rest } = splitPath(pathname)
  if (locale) return { locale, goTo: locale === defaultLocale ? rest : null }
  const chosen = earlier ?? ownLanguage(await site())
  return { locale: chosen, goTo: chosen === defaultLocale ? null : localised(chosen, rest) }
}
