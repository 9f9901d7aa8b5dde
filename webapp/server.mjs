// Serves the built app: its files as `npm run build` made them, and its pages, which dist-server draws or names.
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, watchFile } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import sirv from 'sirv'
import { policyWith, sendFile, sendPage, sendPrivatePage } from './sending.mjs'

const dist = join(import.meta.dirname, 'dist')

const always = {
  'Content-Security-Policy': policyWith(),
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Permissions-Policy': 'camera=(self), geolocation=(self), microphone=(self), payment=()',
  'Referrer-Policy': 'strict-origin-when-cross-origin',
  'X-Content-Type-Options': 'nosniff',
}

// While developing, the app may be built anew beneath a running server; elsewhere what is there is read once.
const dev = process.env.PAIRWISE_ENV === 'development'

const isScript = /^\/assets\/[^/]+\.js$/
const forever = 'public, max-age=31536000, immutable'
const files = sirv(dist, {
  dev,
  brotli: true,
  etag: true,
  setHeaders: (response, pathname) =>
    response.setHeader('Cache-Control', pathname.startsWith('/assets/') ? forever : 'no-cache'),
})

const decoded = new Map()

/** Sends a script that is kept as brotli alone to a client without brotli; the gateway compresses it with gzip. */
function sendDecoded(response, pathname, missing) {
  const file = join(dist, `${pathname}.br`)
  if (!isScript.test(pathname) || !existsSync(file)) return missing()
  response.writeHead(200, {
    'Content-Type': 'text/javascript',
    'Cache-Control': forever,
    Vary: 'Accept-Encoding',
  })
  if (!decoded.has(file)) decoded.set(file, brotliDecompressSync(readFileSync(file)))
  response.end(decoded.get(file))
}
const page = sirv(dist, {
  dev,
  brotli: true,
  etag: true,
  single: true,
  setHeaders: (response) => response.setHeader('Cache-Control', 'no-cache'),
})

const drawnBy = join(import.meta.dirname, 'dist-server')

/** The services that pages are drawn with, as services/registry.yaml has them. */
const askedServices = ['identity', 'profiles', 'likes', 'chat', 'billing', 'notifications']

/** Draws pages; null where they were not built, or no service is named that knows the sites. */
async function loadPages(folder = drawnBy) {
  const built = join(folder, 'pages.js')
  if (!process.env.PAIRWISE_IDENTITY || !existsSync(built)) return null
  const { createPages } = await import(built)
  return createPages({
    dist,
    files: join(drawnBy, 'files.json'),
    services: Object.fromEntries(askedServices.map((name) => [name, process.env[`PAIRWISE_${name.toUpperCase()}`]])),
    isDevelopment: dev,
  })
}

/** The pages of a later build, with all of their modules anew: two renderers of React must not share contexts. */
async function loadPagesAnew() {
  const folder = mkdtempSync(join(tmpdir(), 'pairwise-pages-'))
  // Modules are loaded when they are needed, so the folder stays as long as this process.
  process.on('exit', () => rmSync(folder, { recursive: true }))
  const drawnAnew = join(folder, 'dist-server')
  cpSync(drawnBy, drawnAnew, { recursive: true })
  symlinkSync(dist, join(folder, 'dist')) // the texts
  return loadPages(drawnAnew)
}

let pages = await loadPages()
if (dev) {
  const begin = async ({ mtimeMs }) => {
    if (mtimeMs > 0) pages = await loadPagesAnew().catch(() => pages)
  }
  // The last file that a build writes before it compresses.
  watchFile(join(drawnBy, 'pages.js'), { persistent: false, interval: 1_000 }, (now) => void begin(now))
}

/** The language of the account by its token; unchecked, so it decides nothing else. */
function languageOfAccount(token) {
  try {
    return JSON.parse(Buffer.from(token.split('.')[1], 'base64url').toString()).locale
  } catch {
    return undefined
  }
}

/** The cookies that a member's page is drawn with; undefined for pages that are the same for every member. */
function sessionOf({ headers, url }, path) {
  // Filters and codes of an address are the script's.
  if (path === plainPage || url.includes('?') || !headers['x-pairwise-session']) return undefined
  return {
    cookie: headers.cookie ?? '',
    site: headers['x-pairwise-site'] ?? '',
    isPhone: headers['sec-ch-ua-mobile'] === '?1' || /\bMobi/.test(headers['user-agent'] ?? ''),
  }
}

/** Answers with a page; when the services that know the site are away, with 503 and the one that the script fills, which
 * names no brand: this server answers for several. */
async function answerPage(request, response, path) {
  const { headers } = request
  try {
    const drawn = await pages.pageFor({
      path: path === plainPage ? '/' : path,
      host: headers.host ?? '',
      address: headers['x-forwarded-for'] ?? '',
      locale: headers['x-pairwise-locale'] || languageOfAccount(headers['x-pairwise-token'] ?? ''),
      hasSession: path === plainPage || Boolean(headers['x-pairwise-session'] || headers['x-pairwise-token']),
      session: sessionOf(request, path),
    })
    if (drawn.outcome) outcomes.set(drawn.outcome, (outcomes.get(drawn.outcome) ?? 0) + 1)
    if (drawn.outcome === 'drawn') await sendPrivatePage(request, response, drawn)
    else sendPage(request, response, drawn)
  } catch (error) {
    counted.set('failed', (counted.get('failed') ?? 0) + 1)
    console.warn(JSON.stringify({ level: 'warning', event: 'page_not_drawn', reason: String(error?.message ?? error) }))
    response.writeHead(503, {
      'Content-Type': 'text/html; charset=utf-8',
      'Cache-Control': 'no-store',
      'Retry-After': 5,
    })
    response.end(readFileSync(join(dist, 'index.html')))
  }
}

/** Answers with a file of the site; `others` answers where it has none. */
async function answerFile(request, response, file, others) {
  try {
    const found = await file
    if (found) sendFile(request, response, found)
    else others()
  } catch {
    response.setHeader('Retry-After', '60')
    say(response, 503, 'Unavailable')
  }
}

/** The page without content, whoever asks: the service worker keeps it for the time without a network. */
const plainPage = '/index.html'
const counted = new Map()
/** Screens of members by what became of them: drawn, or why not. */
const outcomes = new Map()

function say(response, status, words) {
  response.writeHead(status, { 'Content-Type': 'text/plain; charset=utf-8' }).end(`${words}\n`)
}

/** The decoded path of an origin-form request target; null for `*`, absolute forms, broken escapes and ambiguous paths
 * (control characters, backslashes, `//`), which no browser sends to this server. */
function pathOf(target) {
  if (!target.startsWith('/')) return null
  try {
    const path = decodeURIComponent(target.replace(/[?#].*$/s, ''))
    return /[\p{Cc}\\]|\/\//u.test(path) ? null : path
  } catch {
    return null
  }
}

/** The version of a file that an address names. */
const versionOf = (target) => new URLSearchParams(/\?(.*)$/.exec(target)?.[1]).get('v')

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
  // The policy is one of documents and workers: of a first visit's scripts it would be six kilobytes.
  if (isScript.test(pathname)) response.removeHeader('Content-Security-Policy')
  // Ranges are optional (RFC 9110, 14.2), and sirv passes `bytes=5-2` on to a read stream, which throws.
  delete request.headers.range
  // sirv pipes a file without listening for errors: one that cannot be read would end the process, and one whose client
  // has disconnected would stay open.
  response.once('pipe', (file) => {
    file.once('error', () => response.destroy())
    response.once('close', () => file.destroy())
  })
  const missing = () => say(response, 404, 'Not found')
  const plain = () => page(request, response, missing)
  const file = pages?.fileFor(pathname, { host: request.headers.host ?? '', address: '' }, versionOf(request.url))
  if (file) return void answerFile(request, response, file, () => files(request, response, missing))
  if (pages && (pathname === plainPage || isScreen(pathname))) return void answerPage(request, response, pathname)
  files(request, response, () => (isScreen(pathname) ? plain() : sendDecoded(response, pathname, missing)))
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
    '# HELP webapp_requests_total Requests answered',
    '# TYPE webapp_requests_total counter',
    ...lines,
    '# HELP webapp_pages_not_drawn_total Pages whose drawing failed, answered with 503 and no content',
    '# TYPE webapp_pages_not_drawn_total counter',
    `webapp_pages_not_drawn_total ${counted.get('failed') ?? 0}`,
    '# HELP webapp_member_pages_total Pages of members, by what came of drawing them',
    '# TYPE webapp_member_pages_total counter',
    ...[...outcomes].map(([outcome, count]) => `webapp_member_pages_total{outcome="${outcome}"} ${count}`),
    '# HELP process_resident_memory_bytes Resident memory size in bytes',
    '# TYPE process_resident_memory_bytes gauge',
    `process_resident_memory_bytes ${process.memoryUsage.rss()}`,
    '# HELP process_cpu_seconds_total Total user and system CPU time spent in seconds',
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
