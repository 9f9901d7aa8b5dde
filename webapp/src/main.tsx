import { createRoot } from 'react-dom/client'
import { preload } from 'swr'
import { App } from './app/app'
import { reloadOnMissingChunk } from './app/browser/missing-chunk'
import { api } from './api/client'
import { keys } from './api/keys'
import type { Settings } from './api/types'
import { chooseLocale } from './i18n/choose-locale'
import { startI18n } from './i18n/i18n'
import { readLocaleCookie, writeLocaleCookie } from './i18n/locale-cookie'
import { basenameOf } from './i18n/locales'
import { Singletons } from './singletons'
import './styles/fonts.css'
import './styles/tokens.css'
import './styles/base.css'

reloadOnMissingChunk()
const singletons = new Singletons()
window.addEventListener(
  'load',
  () =>
    void import('./app/browser/service-worker').then(
      (it) => it.startServiceWorker(singletons),
      () => undefined,
    ),
)

const settings = preload(keys.settings, () =>
  api.get<{ settings: Settings }>('settings.php').then((answer) => answer.settings),
)

// Few visits say where they came from, and few sites ask; the others load nothing for it.
const { search, pathname } = location
const tracking = () => import('./tracking/tracking').then((it) => singletons.get(it.createTracking))
const told = /[?&](network|ref|sub\d|page|v|utm_source|utm_campaign)=/.test(search)
  ? tracking().then((it) => it.keep(search, pathname, it.isShownAgain()))
  : null
void settings.then(
  async (site) => {
    await told
    if (site.signups === 'with_trafficsource' || site.logged_out_search_trafficsource) (await tracking()).keepSource()
  },
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
await Promise.all([startI18n(locale), told?.catch(() => undefined)])

createRoot(document.getElementById('root')!).render(<App basename={basenameOf(locale)} singletons={singletons} />)
