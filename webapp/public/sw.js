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

self.addEventListener('push', (event) => {
  let news = {}
  try {
    news = event.data?.json() ?? {}
  } catch {
    news = {}
  }
  const show = self.registration.showNotification(news.title ?? 'Pairwise', {
    body: news.body ?? '',
    tag: news.tag ?? 'news',
    icon: '/icons/icon-192.png',
    badge: '/icons/icon-192.png',
    data: { path: ownPath(news.path ?? news.url) },
  })
  const tell = self.clients.matchAll({ type: 'window' }).then((windows) => windows.forEach((client) => client.postMessage({ type: 'push' })))
  event.waitUntil(Promise.all([show, tell]))
})

self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  const { path } = event.notification.data
  event.waitUntil(
    self.clients.matchAll({ type: 'window' }).then(async ([client]) => {
      if (!client) return self.clients.openWindow(path)
      await client.focus()
      return client.navigate(path)
    }),
  )
})
