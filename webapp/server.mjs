// Serves the built app: what `vite build` made, compressed beforehand, and the same page for every address of the app.
import { existsSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import sirv from 'sirv'

const dist = join(import.meta.dirname, 'dist')

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
const page = sirv(dist, {
  dev,
  brotli: true,
  gzip: true,
  etag: true,
  single: true,
  setHeaders: (response) => response.setHeader('Cache-Control', 'no-cache'),
})

function say(response, status, words) {
  response.writeHead(status, { 'Content-Type': 'text/plain; charset=utf-8' }).end(`${words}\n`)
}

/** The decoded path of an origin-form request target; null for `*`, absolute forms, broken escapes and ambiguous paths
 * (control characters, backslashes, `//`), which no browser sends to this server. */
function pathOf(target) {
  if (!target.startsWith('/')) return null
  try {
    const path = decodeURIComponent(target.replace(/[?#].*$/s, ''))
    return /[\x00-\x1f\x7f\\]|\/\//.test(path) ? null : path
  } catch {
    return null
  }
}

/** The app's own addresses have no ending and none of the other services' prefixes. */
function isScreen(pathname) {
  return !/^\/(api|assets|icons|media|chat-media|landers|dev)(\/|$)/i.test(pathname) && !/\.\w+$/.test(pathname)
}

function answer(request, response) {
  for (const [name, value] of Object.entries(always)) response.setHeader(name, value)
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    response.setHeader('Allow', 'GET, HEAD')
    return say(response, 405, 'Method not allowed')
  }
  const pathname = pathOf(request.url)
  if (pathname === null) return say(response, 400, 'Malformed request')
  // Ranges are optional (RFC 9110, 14.2), and sirv passes `bytes=5-2` on to a read stream, which throws.
  delete request.headers.range
  // sirv pipes a file without listening for errors: one that cannot be read would end the process, and one whose client
  // has disconnected would stay open.
  response.once('pipe', (file) => {
    file.once('error', () => response.destroy())
    response.once('close', () => file.destroy())
  })
  files(request, response, () => {
    if (isScreen(pathname)) page(request, response, () => say(response, 404, 'Not found'))
    else say(response, 404, 'Not found')
  })
}

// The gateway takes 16 KiB of headers (gateway/listener.py) and adds its own. Node answers malformed messages (400),
// larger headers (431) and slow requests (408) itself and closes the connection.
const limits = {
  maxHeaderSize: 32_768,
  headersTimeout: 10_000,
  requestTimeout: 15_000,
  connectionsCheckingInterval: 5_000,
}
const answered = new Map()
const server = createServer(limits, (request, response) => {
  response.once('finish', () => answered.set(response.statusCode, (answered.get(response.statusCode) ?? 0) + 1))
  answer(request, response)
})

/** The metrics of this process in the text format of Prometheus. */
function metrics() {
  const { user, system } = process.cpuUsage()
  const lines = [...answered].map(([status, count]) => `webapp_requests_total{status="${status}"} ${count}`)
  return [
    '# TYPE webapp_requests_total counter',
    ...lines,
    '# TYPE process_resident_memory_bytes gauge',
    `process_resident_memory_bytes ${process.memoryUsage.rss()}`,
    '# TYPE process_cpu_seconds_total counter',
    `process_cpu_seconds_total ${(user + system) / 1e6}`,
  ].join('\n')
}

// On an address of its own, which the gateway does not route to.
const health = createServer((request, response) => {
  if (request.url === '/health/live') return say(response, 200, 'live')
  if (request.url === '/health/ready')
    return existsSync(join(dist, 'index.html')) ? say(response, 200, 'ready') : say(response, 503, 'not built')
  if (request.url === '/metrics') {
    response.writeHead(200, { 'Content-Type': 'text/plain; version=0.0.4' }).end(`${metrics()}\n`)
    return
  }
  say(response, 404, 'Not found')
})

function listen(server, address) {
  const [host, port] = address.split(/:(?=\d+$)/)
  server.listen(Number(port), host)
}

listen(server, process.env.PAIRWISE_LISTEN ?? '127.0.0.1:5080')
listen(health, process.env.PAIRWISE_HEALTH_LISTEN ?? '127.0.0.1:5081')

for (const signal of ['SIGTERM', 'SIGINT']) {
  process.on(signal, () => {
    server.close(() => process.exit(0))
    server.closeIdleConnections()
    setTimeout(() => process.exit(0), 10_000).unref()
  })
}
