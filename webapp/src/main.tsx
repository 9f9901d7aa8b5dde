import { createRoot } from 'react-dom/client'
import { preload } from 'swr'
import { App } from './app/app'
import { reloadOnMissingChunk } from './app/missing-chunk'
import { startServiceWorker } from './app/service-worker'
import { api } from './api/client'
import { keys } from './api/keys'
import type { Settings } from './api/types'
import { chooseLocale } from './i18n/choose-locale'
import { startI18n } from './i18n/i18n'
import { readLocaleCookie, writeLocaleCookie } from './i18n/locale-cookie'
import { basenameOf } from './i18n/locales'
import { keepSource, keepTracking } from './tracking/tracking'
import './styles/fonts.css'
import './styles/tokens.css'
import './styles/base.css'

reloadOnMissingChunk()
keepTracking(location.search, location.pathname)
startServiceWorker()

const settings = preload(keys.settings, () =>
  api.get<{ settings: Settings }>('settings.php').then((answer) => answer.settings),
)

void settings.then(
  (site) => (site.signups === 'with_trafficsource' || site.logged_out_search_trafficsource) && keepSource(),
  () => undefined,
)

const { locale, goTo } = await chooseLocale(location.pathname, readLocaleCookie(), () =>
  settings.then(
    (site) => site.domain_language,
    () => undefined,
  ),
)
if (goTo !== null) history.replaceState(null, '', goTo + location.search + location.hash)
writeLocaleCookie(locale)
await startI18n(locale)

createRoot(document.getElementById('root')!).render(<App basename={basenameOf(locale)} />)
