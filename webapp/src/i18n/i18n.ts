import i18next, { type BackendModule } from 'i18next'
import { initReactI18next } from 'react-i18next'
import { isOfProduct, type Locale } from './locales'
import { fetchTexts } from './own-languages'

type Texts = Record<string, string>

// What every page needs; the rest is asked for by the screens.
const shellTexts = import.meta.glob<Texts>('../locales/*/{common,errors}.json', { import: 'default' })

async function load(language: string, namespace: string): Promise<Texts> {
  if (!isOfProduct(language)) return fetchTexts(language, namespace)
  const file = `../locales/${language}/${namespace}.json`
  const found = shellTexts[file] ?? (await import('./screen-texts')).screenTexts[file]
  return found ? found() : {}
}

const bundled: BackendModule = {
  type: 'backend',
  init: () => {},
  read: (language, namespace, done) => {
    load(language, namespace).then(
      (texts) => done(null, texts),
      (error: Error) => done(error, null),
    )
  },
}

export const i18nOptions = (locale: Locale) =>
  ({
    lng: locale,
    fallbackLng: 'en',
    ns: ['common', 'errors'],
    defaultNS: 'common',
    keySeparator: false,
    nsSeparator: ':',
    interpolation: { escapeValue: false },
    returnNull: false,
  }) as const

export async function startI18n(locale: Locale): Promise<void> {
  await i18next.use(bundled).use(initReactI18next).init(i18nOptions(locale))
  document.documentElement.lang = locale
}

export { i18next }
