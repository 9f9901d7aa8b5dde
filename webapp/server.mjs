// Serves the built app: what `vite build` made, compressed beforehand, and the same page for every address of the app.
import { existsSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import sirv from 'sirv'

const dist = join(import.meta.dirname, 'dist')
const [host, port] = (process.env.PAIRWISE_LISTEN ?? '127.0.0.1:5080').split(/:(?=\d+$)/)

const policy = [
  "default-src 'self'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "connect-src 'self'",
  "font-src 'self'",
  "worker-src 'self'",
  "manifest-src 'self'",
  "object-src 'none'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
  "form-action 'self'",
  "require-trusted-types-for 'script'",
  'trusted-types pairwise',
].join('; ')

const always = {
  'Content-Security-Policy': policy,
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Permissions-Policy': 'camera=(self), geolocation=(self), microphone=(), payment=()',
  'Referrer-Policy': 'strict-origin-when-cross-origin',
  'X-Content-Type-Options': 'nosniff',
}

// While developing, the app may be built anew beneath a running server; elsewhere what is there is read once.
const dev = process.env.PAIRWISE_ENV === 'development'

const files = sirv(dist, {
  dev,
  brotli: true,
  gzip: true,
  etag: true,
  setHeaders(response, pathname) {
    const forever = pathname.startsWith('/assets/')
    response.setHeader('Cache-Control', forever ? 'public, max-age=31536000, immutable' : 'no-cache')
  },
})
const page = sirv(dist, { dev, brotli: true, gzip: true, etag: true, single: true, setHeaders: (response) => response.setHeader('Cache-Control', 'no-cache') })

function say(response, status, words) {
  response.writeHead(status, { 'Content-Type': 'text/plain; charset=utf-8' }).end(`${words}\n`)
}

/** The app's own addresses have no ending and none of the other services' prefixes. */
function isScreen(pathname) {
  return !/^\/(api|assets|icons|media|dev)\//.test(pathname) && !/\.\w+$/.test(pathname)
}

const server = createServer((request, response) => {
  const { pathname } = new URL(request.url, 'http://localhost')
  if (pathname === '/health/live') return say(response, 200, 'live')
  if (pathname === '/health/ready') return existsSync(join(dist, 'index.html')) ? say(response, 200, 'ready') : say(response, 503, 'not built')
  for (const [name, value] of Object.entries(always)) response.setHeader(name, value)
  if (request.method !== 'GET' && request.method !== 'HEAD') return say(response, 405, 'Method not allowed')
  files(request, response, () => {
    if (isScreen(pathname)) page(request, response, () => say(response, 404, 'Not found'))
    else say(response, 404, 'Not found')
  })
})

server.listen(Number(port), host)

for (const signal of ['SIGTERM', 'SIGINT']) {
  process.on(signal, () => {
    server.close(() => process.exit(0))
    server.closeIdleConnections()
    setTimeout(() => process.exit(0), 10_000).unref()
  })
}
