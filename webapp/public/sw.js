// Keeps the shell for when there is no network, and shows pushes. Nothing a member reads or writes is kept here.
const shell = 'shell-1'
const page = '/'
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

self.addEventListener('activate', (event) => {
  event.waitUntil(
    caches
      .keys()
      .then((names) => Promise.all(names.filter((name) => name !== shell).map((name) => caches.delete(name))))
      .then(() => self.clients.claim()),
  )
})

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

async function keptAsset(request) {
  const cache = await caches.open(shell)
  const kept = await cache.match(request)
  if (kept) return kept
  const response = await fetch(request)
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
  await client.focus()
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
