// Keeps the shell for when there is no network, shows pushes, and sends what was written without a network. Nothing a
// member reads is kept here; what they wrote is, until it is sent (src/features/chat/api/outbox-store.ts) or they log out.
const shell = 'shell-1'
const page = '/'
// What this release is made of, below /assets/; the build writes the names in (vite.config.ts).
const parts = new Set([])
// The brand's colours; the page waits for them before it draws.
const theme = '/api/theme.css'

self.addEventListener('install', (event) => {
  event.waitUntil(
    caches
      .open(shell)
      .then((cache) => cache.add(page))
      .then(() => self.skipWaiting()),
  )
})

const partName = (url) => new URL(url, location.origin).pathname.replace(/^\/assets\//, '')

// A page may have come before this worker did, so each says what it is made of.
self.addEventListener('message', (event) => {
  if (event.data?.type !== 'keep') return
  const assets = event.data.urls.filter((url) => new URL(url).origin === location.origin && new URL(url).pathname.startsWith('/assets/'))
  event.waitUntil(Promise.allSettled(assets.map((url) => keptAsset(new Request(url)))).then(sweep))
})

self.addEventListener('activate', (event) => event.waitUntil(takeOver()))

async function takeOver() {
  const names = await caches.keys()
  await Promise.all(names.filter((name) => name !== shell).map((name) => caches.delete(name)))
  await self.clients.claim()
  for (const { client, script } of await openPages()) {
    if (script && !parts.has(partName(script))) client.postMessage({ type: 'newer' })
  }
  await sweep()
}

/** The open pages, each with the script it began with; null for one that does not answer. */
async function openPages() {
  const clients = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  return Promise.all(clients.map(async (client) => ({ client, script: await scriptOf(client) })))
}

function scriptOf(client) {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = ({ data }) => resolve(data)
    setTimeout(() => resolve(null), 1_000)
    client.postMessage({ type: 'script' }, [port2])
  })
}

/** Takes away the parts of earlier releases, once no page is open that may still ask for them. */
async function sweep() {
  const pages = await openPages()
  if (!pages.every(({ script }) => script && parts.has(partName(script)))) return
  const cache = await caches.open(shell)
  const kept = await cache.keys()
  const old = kept.filter(({ url }) => new URL(url).pathname.startsWith('/assets/') && !parts.has(partName(url)))
  await Promise.all(old.map((request) => cache.delete(request)))
}

async function freshPage(request) {
  const cache = await caches.open(shell)
  try {
    const response = await fetch(request)
    if (response.ok && response.headers.get('Content-Type')?.startsWith('text/html')) await cache.put(page, response.clone())
    return response
  } catch (error) {
    const kept = await cache.match(page)
    if (kept) return kept
    throw error
  }
}

// Each pause is random below these, so that not all pages come back at the same moment.
const longestPauses = [300, 600, 1_200, 2_400, 4_800]

/** A gateway that is started again is gone for a moment; a screen that is opened just then comes when it is back. */
async function insist(request) {
  for (const longest of longestPauses) {
    try {
      const response = await fetch(request)
      if (![502, 503, 504].includes(response.status)) return response
    } catch (error) {
      if (!navigator.onLine) throw error
    }
    await new Promise((resolve) => setTimeout(resolve, Math.random() * longest))
  }
  return fetch(request)
}

async function keptAsset(request) {
  const cache = await caches.open(shell)
  const kept = await cache.match(request)
  if (kept) return kept
  const response = await insist(request)
  if (response.ok) await cache.put(request, response.clone())
  return response
}

async function freshTheme(request) {
  const cache = await caches.open(shell)
  try {
    const response = await fetch(request)
    if (response.ok) await cache.put(theme, response.clone())
    return response
  } catch {
    return (await cache.match(theme)) ?? new Response('', { headers: { 'Content-Type': 'text/css' } })
  }
}

self.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== location.origin) return
  if (pathname === theme) return event.respondWith(freshTheme(request))
  if (/^\/(api|media|dev|landers)\//.test(pathname)) return
  if (request.mode === 'navigate') event.respondWith(freshPage(request))
  else if (pathname.startsWith('/assets/')) event.respondWith(keptAsset(request))
})

function ownPath(path) {
  return typeof path === 'string' && /^\/(?![/\\])/.test(path) ? path : '/'
}

function newsOf(event) {
  try {
    return event.data?.json() ?? {}
  } catch {
    return {}
  }
}

// Safari takes pushes away from who shows none of them.
const mustShow = /safari/i.test(navigator.userAgent) && !/chrom|android/i.test(navigator.userAgent)

async function tell(news) {
  const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  for (const client of windows) client.postMessage({ type: 'push', news: { type: news.type, count: news.count, path: ownPath(news.path) } })
  // Whoever looks at a page is told there.
  if (!mustShow && windows.some((client) => client.visibilityState === 'visible' && client.focused)) return
  // How much is new altogether is for open pages to say.
  if (windows.length === 0) await self.navigator.setAppBadge?.().catch(() => undefined)
  await self.registration.showNotification(news.title ?? 'Pairwise', {
    body: news.body ?? '',
    tag: news.tag ?? 'news',
    renotify: Boolean(news.tag),
    icon: '/icons/icon-192.png',
    badge: '/icons/icon-192.png',
    data: { path: ownPath(news.path) },
  })
}

self.addEventListener('push', (event) => event.waitUntil(tell(newsOf(event))))

async function open(path) {
  const [client] = await self.clients.matchAll({ type: 'window' })
  if (!client) return self.clients.openWindow(path)
  // Browsers may refuse to bring a page to the front; it is opened all the same.
  await client.focus().catch(() => undefined)
  return client.navigate(path)
}

self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(open(ownPath(event.notification.data?.path)))
})

const call = (method, path, body) =>
  fetch(`/api/${path}`, {
    method,
    headers: { 'Content-Type': 'application/json', 'X-Request-Type': 'app' },
    ...(body && { body: JSON.stringify(body) }),
  })

// The browser gave this device another address: without telling it, pushes would end without a word.
self.addEventListener('pushsubscriptionchange', (event) => {
  const again = async () => {
    const old = event.oldSubscription
    const fresh = event.newSubscription ?? (old && (await self.registration.pushManager.subscribe(old.options)))
    if (!fresh) return
    const { endpoint, keys } = fresh.toJSON()
    await call('GET', 'user.php')
    await call('POST', 'user.php?push=1', { subscription: { endpoint, keys } })
  }
  event.waitUntil(again())
})

function answerOf(request) {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
}

async function openUnsent() {
  const request = indexedDB.open('pairwise-outbox', 2)
  request.onupgradeneeded = ({ oldVersion }) => oldVersion === 0 && request.result.createObjectStore('messages', { keyPath: 'id' })
  const held = await answerOf(request)
  held.onversionchange = () => held.close()
  return held
}

async function withUnsent(mode, act) {
  const held = await openUnsent()
  try {
    return await answerOf(act(held.transaction('messages', mode).objectStore('messages')))
  } finally {
    held.close()
  }
}

const headers = { Accept: 'application/json', 'X-Request-Type': 'app' }
const passing = new Set([408, 502, 503, 504])
// A pause the server asks for is waited out here, if it is this short; for a longer one the browser comes again.
const patience = 30_000
// As long as in src/features/chat/model/outgoing.ts: what is older asks its writer first.
const tooOld = 3 * 86_400_000

/** Who is logged in now; asking renews the token, too. Null is nobody, and without an answer it is tried again. */
async function memberId() {
  const response = await fetch('/api/user.php', { headers, credentials: 'same-origin' })
  if (response.ok) return (await response.json()).user.id
  if (response.status === 403) return null
  throw new Error('unavailable')
}

/** As src/features/chat/api/send-outgoing.ts does; what was kept before there were kinds is a text. */
function post({ id, profileId: profile_id, kind = 'text', text, gift, icebreaker, photo }) {
  const options = { method: 'POST', headers, credentials: 'same-origin' }
  if (kind !== 'photo') {
    const body = JSON.stringify({ id, profile_id, kind, text, gift, icebreaker })
    return fetch('/api/chat.php', { ...options, headers: { ...headers, 'Content-Type': 'application/json' }, body })
  }
  const body = new FormData()
  for (const [name, value] of Object.entries({ id, profile_id, text, photo })) body.set(name, value)
  return fetch('/api/chat-photo.php', { ...options, body })
}

async function isReadable(photo) {
  try {
    await photo?.slice(0, 1).arrayBuffer()
    return true
  } catch {
    return false
  }
}

async function sendFirst(member, profileId) {
  const kept = await withUnsent('readonly', (messages) => messages.getAll())
  const [first] = kept.filter((item) => item.memberId === member && item.profileId === profileId).sort((one, other) => one.place - other.place)
  if (!first || first.state === 'failed' || Date.now() - Date.parse(first.at) > tooOld) return false
  // A page can say what became of a photo that this browser has lost.
  if (!(await isReadable(first.photo))) return false
  const rest = (first.notBefore ?? 0) - Date.now()
  if (rest > patience) throw new Error('later')
  if (rest > 0) await new Promise((resolve) => setTimeout(resolve, rest))
  const response = await post(first)
  if (response.ok) {
    await withUnsent('readwrite', (messages) => messages.delete(first.id))
    return true
  }
  const reason = (await response.json().catch(() => null))?.error
  if (response.status === 429 && reason?.code !== 'same_text_to_many') {
    const seconds = Number(response.headers.get('Retry-After'))
    if (!(seconds > 0)) throw new Error('later')
    const notBefore = Date.now() + 1000 * seconds
    await withUnsent('readwrite', (messages) => messages.put({ ...first, notBefore }))
    return true
  }
  // What a page can settle is left to a page.
  if (passing.has(response.status) || response.status === 401 || reason?.code === 'authentication_required') throw new Error('later')
  if (reason?.code !== 'send_withdrawn' && reason?.code !== 'charge_withdrawn') {
    await withUnsent('readwrite', (messages) => messages.put({ ...first, state: 'failed', reason }))
  }
  return false
}

/** In order for each they are written to; the same lock as the pages take, so that nothing goes twice. */
async function sendUnsent() {
  const kept = await withUnsent('readonly', (messages) => messages.getAll())
  if (kept.length === 0) return
  const member = await memberId()
  if (!member) return
  const recipients = new Set(kept.filter((item) => item.memberId === member).map((item) => item.profileId))
  const told = new BroadcastChannel('outbox')
  try {
    for (const profileId of recipients) {
      await navigator.locks.request(`outbox:${member}:${profileId}`, async () => {
        while (await sendFirst(member, profileId)) told.postMessage('changed')
      })
    }
  } finally {
    told.postMessage('changed')
    told.close()
  }
}

self.addEventListener('sync', (event) => {
  if (event.tag === 'outbox') event.waitUntil(sendUnsent())
})
