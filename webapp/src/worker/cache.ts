import { isAsset, isOfThisRelease } from './release'
import { openPages, postToPage } from './pages'

/** Cache of the app shell. Another name makes every device fetch all of it again. */
const cacheName = 'shell-1'
const openCache = (): Promise<Cache> => caches.open(cacheName)

/** The cached answer; none where the browser refuses the cache. */
export const cached = async (key: RequestInfo): Promise<Response | undefined> =>
  openCache()
    .then((cache) => cache.match(key))
    .catch(() => undefined)

/** Caches a copy of an answer, if it is one and there is room: a full disk must not cost the page its answer. */
export async function keepCopy(key: RequestInfo, answer: Response): Promise<void> {
  if (!answer.ok) return
  const copy = answer.clone()
  await openCache()
    .then((cache) => cache.put(key, copy))
    .catch(() => undefined)
}

/** Key of the page, whatever URL it was opened by. It has no content: what the server draws is for visitors with a network. */
export const pageKey = '/index.html'
/** The brand's colours; the page waits for them before it draws. */
export const themeKey = '/api/theme.css'

export async function precache(): Promise<void> {
  const cache = await openCache()
  await cache.add(pageKey)
  // Pages that the server draws have the colours within them, so none may have asked for the file.
  await cache.add(themeKey).catch(() => undefined)
}

export async function deleteOtherCaches(): Promise<void> {
  const names = await caches.keys()
  await Promise.all(names.filter((name) => name !== cacheName).map((name) => caches.delete(name)))
}

/** Announces to open pages of an earlier release that there is a newer one. */
export async function announceRelease(): Promise<void> {
  for (const { client, script } of await openPages()) {
    if (script && !isOfThisRelease(script)) postToPage(client, { type: 'newer' })
  }
}

/** Deletes the assets of earlier releases, unless a page that may still ask for them is open. */
export async function sweep(): Promise<void> {
  const pages = await openPages()
  if (!pages.every(({ script }) => script && isOfThisRelease(script))) return
  const cache = await openCache()
  const cached = await cache.keys()
  const old = cached.filter(({ url }) => isAsset(url) && !isOfThisRelease(url))
  await Promise.all(old.map((request) => cache.delete(request)))
}

/** Caches the assets that a page has loaded, perhaps before this worker controlled it. */
export async function cacheAssets(
  urls: readonly string[],
  load: (request: Request) => Promise<unknown>,
): Promise<void> {
  const assets = urls.filter((url) => new URL(url).origin === location.origin && isAsset(url))
  await Promise.allSettled(assets.map((url) => load(new Request(url))))
  await sweep()
}
