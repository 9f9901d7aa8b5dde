import i18next from 'i18next'
import { mutate } from 'swr'
import { keys } from '@/api/keys'
import { createPushState, type PushMessage } from '@/api/push-state'
import type { Singletons } from '@/singletons'
import { createToasts } from '@/ui'

interface TrustedTypes {
  createPolicy: (
    name: string,
    rules: { createScriptURL: (url: string) => string },
  ) => { createScriptURL: (url: string) => string }
}

const script = '/sw.js'
const hour = 3_600_000
const day = 24 * hour

/** The only script address the page may make from a string. */
function trusted(url: string): string {
  const { trustedTypes } = window as { trustedTypes?: TrustedTypes }
  if (!trustedTypes) return url
  return trustedTypes.createPolicy('pairwise', { createScriptURL: () => script }).createScriptURL(url)
}

/** The script this page began with: the worker derives from it which release the page is of. */
const began = () => {
  const { src, dataset } = document.querySelector<HTMLScriptElement>('script[type=module]') ?? {}
  return dataset?.app ? new URL(dataset.app, location.href).href : src
}

/** Names assets to the worker, which caches them and deletes those of earlier releases. */
function keep(urls: string[]): void {
  void navigator.serviceWorker.ready.then(({ active }) => active?.postMessage({ type: 'keep', urls }, []))
}

const namesOf = (entries: PerformanceEntryList) => entries.map(({ name }) => name)

/** Styles that are within a page of the server: no request was made for their files, which the page without content needs. */
const inlined = () =>
  [...document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet][disabled]')].map((it) => it.href)

const keepPage = () => keep([...namesOf(performance.getEntriesByType('resource')), ...inlined()])

/** Names assets that arrive after the worker took over but were asked for before: it has not seen those requests. */
function keepLateAssets(): void {
  const isLate = (entry: PerformanceEntry) =>
    (entry as PerformanceResourceTiming).workerStart === 0 && new URL(entry.name).pathname.startsWith('/assets/')
  new PerformanceObserver((list) => {
    const late = list.getEntries().filter(isLate)
    if (late.length > 0) keep(namesOf(late))
  }).observe({ type: 'resource' })
}

/** Offers the reload in a toast; messages, drafts and a sign-up's answers outlive it. */
function announceNewer(singletons: Singletons): void {
  singletons.get(createToasts).show({
    text: i18next.t('newer'),
    action: { label: i18next.t('newer_action'), run: () => location.reload() },
    stays: day,
  })
}

type FromWorker = PushMessage | { type: 'script' | 'newer' | 'open' } | undefined

function receive(singletons: Singletons, { data, ports }: MessageEvent<FromWorker>): void {
  if (data?.type === 'script') return ports[0]?.postMessage(began())
  if (data?.type === 'newer') return announceNewer(singletons)
  if (data?.type !== 'push') return
  singletons.get(createPushState).change({ lastMessage: data })
  void mutate(keys.chats)
  void mutate(keys.likes)
}

/** An app that is never closed opens no page that would ask for a newer worker. */
function askForNewer(registration: ServiceWorkerRegistration): void {
  let asked = Date.now()
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden' || Date.now() - asked < hour) return
    asked = Date.now()
    registration.update().catch(() => undefined)
  })
}

async function start(): Promise<void> {
  askForNewer(await navigator.serviceWorker.register(trusted(script)))
  keepPage()
  keepLateAssets()
}

export function startServiceWorker(singletons: Singletons): void {
  if (!('serviceWorker' in navigator) || import.meta.env.DEV) return
  navigator.serviceWorker.addEventListener('message', (event: MessageEvent<FromWorker>) => receive(singletons, event))
  navigator.serviceWorker.addEventListener('controllerchange', keepPage)
  start().catch(() => undefined)
}
