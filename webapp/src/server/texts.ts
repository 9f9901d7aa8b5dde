import { createInstance, type i18n } from 'i18next'
import { i18nOptions } from '@/i18n/i18n'
import type { Locale } from '@/i18n/locales'

const files = import.meta.glob<Record<string, string>>(
  '../locales/*/{account,chat,common,complaints,credits,errors,gifts,likes,members,mydata,offer,push,security,settings,signup,swipe,words}.json',
  {
    import: 'default',
  },
)

/** The texts of one language for pages that the server draws: an instance of its own, because many are drawn at a time. */
async function textsOf(locale: Locale): Promise<i18n> {
  const of = (language: string) =>
    Promise.all(
      Object.entries(files)
        .filter(([file]) => file.includes(`/${language}/`))
        .map(async ([file, load]) => [file.split('/').at(-1)!.replace('.json', ''), await load()] as const),
    )
  const [own, english] = await Promise.all([of(locale), of('en')])
  const instance = createInstance()
  await instance.init({
    ...i18nOptions(locale),
    resources: { en: Object.fromEntries(english), [locale]: Object.fromEntries(own) },
  })
  return instance
}

/** Returns the texts of a language, read once. */
export function createTexts(): (locale: Locale) => Promise<i18n> {
  const known = new Map<Locale, Promise<i18n>>()
  return (locale) => {
    const texts = known.get(locale) ?? textsOf(locale)
    known.set(locale, texts)
    return texts
  }
}
