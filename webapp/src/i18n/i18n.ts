import i18next, { type BackendModule } from 'i18next'
import { initReactI18next } from 'react-i18next'
import type { Locale } from './locales'

const files = import.meta.glob<Record<string, string>>(['../locales/*/*.json', '!../locales/*/mails.json'], { import: 'default' })

const bundled: BackendModule = {
  type: 'backend',
  init: () => {},
  read: (language, namespace, done) => {
    const load = files[`../locales/${language}/${namespace}.json`]
    if (!load) return done(null, {})
    load().then(
      (texts) => done(null, texts),
      (error: Error) => done(error, null),
    )
  },
}

export async function startI18n(locale: Locale): Promise<void> {
  await i18next
    .use(bundled)
    .use(initReactI18next)
    .init({
      lng: locale,
      fallbackLng: 'en',
      ns: ['common', 'errors'],
      defaultNS: 'common',
      keySeparator: false,
      nsSeparator: ':',
      interpolation: { escapeValue: false },
      returnNull: false,
    })
  document.documentElement.lang = locale
}

export { i18next }
