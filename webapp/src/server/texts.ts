import { createInstance, type i18n } from 'i18next'
import { i18nOptions } from '@/i18n/i18n'
import type { Locale } from '@/i18n/locales'
import { createCache } from './cache'

/** Texts by file and key. */
export type Files = Readonly<Record<string, Readonly<Record<string, string>>>>

/** A language of a site's own. */
export interface OwnLanguage {
  /** Changes with its texts. */
  version: string
  files: Files
}

/** Languages of all sites of which texts are kept; each is half a megabyte. */
const mostOwnLanguages = 50

const files = import.meta.glob<Record<string, string>>(
  '../locales/*/{account,chat,common,complaints,credits,errors,gifts,likes,members,mydata,offer,push,security,settings,signup,swipe,words}.json',
  {
    import: 'default',
  },
)

async function filesOf(language: Locale): Promise<Files> {
  const entries = Object.entries(files)
    .filter(([file]) => file.includes(`/${language}/`))
    .map(async ([file, load]) => [file.split('/').at(-1)!.replace('.json', ''), await load()] as const)
  return Object.fromEntries(await Promise.all(entries))
}

/** The texts of one language for pages that the server draws: an instance of its own, because many are drawn at a time. */
async function textsOf(locale: Locale, own?: OwnLanguage): Promise<i18n> {
  const [spoken, english] = await Promise.all([own?.files ?? filesOf(locale), filesOf('en')])
  const instance = createInstance()
  await instance.init({ ...i18nOptions(locale), resources: { en: { ...english }, [locale]: { ...spoken } } })
  return instance
}

/** Returns the texts of a language of the product, or of this one of a site's own, made once. */
export function createTexts(): (locale: Locale, own?: OwnLanguage) => Promise<i18n> {
  const known = new Map<Locale, Promise<i18n>>()
  const ofSites = createCache<Promise<i18n>>(mostOwnLanguages)
  return (locale, own) => {
    const [kept, key] = own ? [ofSites, `${locale} ${own.version}`] : [known, locale]
    const texts = kept.get(key) ?? textsOf(locale, own)
    kept.set(key, texts)
    return texts
  }
}
