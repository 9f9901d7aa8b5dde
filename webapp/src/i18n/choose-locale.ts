import { defaultLocale, isLocale, localised, splitPath, type Locale } from './locales'

export interface Choice {
  locale: Locale
  /** Where the browser should be instead, when the address and the language disagree. */
  goTo: string | null
}

interface SiteLanguages {
  domain_language: string
  locales: readonly string[]
}

/** The first of these language tags that the site has, else the site's own language. */
export function firstOf(site: SiteLanguages | undefined, preferred: readonly string[]): Locale {
  const wanted = preferred.map((each) => languageOf(each)).find((each) => site?.locales.includes(each))
  const found = wanted ?? site?.domain_language.slice(0, 2)
  return isLocale(found) ? found : defaultLocale
}

/** Browsers say `no` or `nn` for Norwegian, which is `nb` here. */
function languageOf(tag: string): string {
  const [language = ''] = tag.toLowerCase().split('-')
  return language === 'no' || language === 'nn' ? 'nb' : language
}

/**
 * An address with a language is a choice. Without one the cookie decides; on a first visit the first of the browser's
 * languages that the site has, else the site's own.
 */
export async function chooseLocale(
  pathname: string,
  cookie: Locale | null,
  site: () => Promise<SiteLanguages | undefined>,
  preferred: readonly string[] = [],
): Promise<Choice> {
  const { locale, rest } = splitPath(pathname)
  if (locale) return { locale, goTo: locale === defaultLocale ? rest : null }
  const chosen = cookie ?? firstOf(await site(), preferred)
  return { locale: chosen, goTo: chosen === defaultLocale ? null : localised(chosen, rest) }
}
