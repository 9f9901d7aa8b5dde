import { startTransition } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { BrowserRouter } from 'react-router'
import { mutate, preload, SWRConfig } from 'swr'
import { App } from './app/app'
import { reloadOnMissingChunk } from './app/browser/missing-chunk'
import { canTakeOver, readStart } from './app/browser/start'
import { bringScreen } from './app/routes'
import { api } from './api/client'
import { keys } from './api/keys'
import { cacheOf } from './api/known'
import { settingsQuery } from './api/route-query'
import { whenTakenOver } from './api/taken-over'
import type { Settings } from './api/types'
import { chooseLocale } from './i18n/choose-locale'
import { startI18n } from './i18n/i18n'
import { readLocaleCookie, writeLocaleCookie } from './i18n/locale-cookie'
import { basenameOf, splitPath } from './i18n/locales'
import { Singletons } from './singletons'
import './styles/fonts.css'
import './styles/tokens.css'
import './styles/base.css'

reloadOnMissingChunk()
const singletons = new Singletons()
const keepForLater = () =>
  void import('./app/browser/service-worker').then(
    (it) => it.startServiceWorker(singletons),
    () => undefined,
  )
if (document.readyState === 'complete') keepForLater()
else window.addEventListener('load', keepForLater)

const start = readStart()
// Before anything is drawn they are in the cache, so that a page that was drawn with them is not drawn again.
for (const [key, entry] of cacheOf(start?.known ?? {})) SWRConfig.defaultValue.cache.set(key, entry)
const ask = () => api.get<{ settings: Settings }>('settings.php', settingsQuery()).then((answer) => answer.settings)
const brought = start?.known[keys.settings] as Settings | undefined
const settings = brought ? Promise.resolve(brought) : preload(keys.settings, ask)
// A page drawn on the server is the same for every query.
if (start && (start.changes || Object.keys(settingsQuery()).length > 0)) {
  void whenTakenOver()
    .then(ask)
    .then(
      (now) => mutate(keys.settings, now, { revalidate: false }),
      () => undefined,
    )
}

// Few visits say where they came from, and few sites ask; the others load nothing for it.
const { search, pathname } = location
const tracking = () => import('./tracking/tracking').then((it) => singletons.get(it.createTracking))
const tracked = /[?&](network|ref|sub\d|page|v|code|utm_source|utm_campaign)=/.test(search)
  ? tracking().then((it) => it.keep(search, pathname, it.isShownAgain()))
  : null
void settings.then(
  async (site) => {
    await tracked
    if (site.signups === 'with_trafficsource' || site.logged_out_search_trafficsource) (await tracking()).keepSource()
  },
  () => undefined,
)

const { locale, goTo } = await chooseLocale(location.pathname, readLocaleCookie() ?? start?.locale ?? null, () =>
  settings.catch(() => undefined),
)
if (goTo !== null) history.replaceState(null, '', goTo + location.search + location.hash)
writeLocaleCookie(locale)
await Promise.all([startI18n(locale), tracked?.catch(() => undefined)])

const root = document.getElementById('root')!
const basename = basenameOf(locale)
const app = (
  <App
    singletons={singletons}
    known={start?.known ?? {}}
    routed={(screens) => <BrowserRouter basename={basename}>{screens}</BrowserRouter>}
  />
)
const path = splitPath(location.pathname).rest
// Once everything is here, the page is taken over, or drawn anew, in one step.
if (start)
  await Promise.all([bringScreen(path), ...(start.known[keys.user] ? [import('./app/shell/member/bars')] : [])])
// As a transition it is done in slices, between which the page scrolls and takes what is typed.
if (start && (await canTakeOver(start, locale, path))) startTransition(() => void hydrateRoot(root, app))
else createRoot(root).render(app)
