// Sends pages: their compression, their headers, and the styles that their Content-Security-Policy allows.
import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, brotliCompressSync, constants, gzip, gzipSync } from 'node:zlib'

/** `styles` are hashes of style elements in the page. */
export const policyWith = (styles = '') =>
  [
    "default-src 'self'",
    "script-src 'self'",
    `style-src 'self'${styles}`,
    "img-src 'self' data: blob:",
    "connect-src 'self'",
    "font-src 'self'",
    "media-src 'self' blob:",
    "worker-src 'self'",
    "manifest-src 'self'",
    "object-src 'none'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "require-trusted-types-for 'script'",
    'trusted-types pairwise',
  ].join('; ')

const mostCompressed = 1_000
const compressed = new Map()

/** The bytes of a page and its hash, compressed once. */
function encodingsOf(html) {
  const hash = createHash('sha256').update(html).digest('base64url')
  const before = compressed.get(hash)
  if (before) return before
  const made = {
    hash,
    br: brotliCompressSync(html, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }),
    gzip: gzipSync(html, { level: 9 }),
  }
  compressed.set(hash, made)
  if (compressed.size > mostCompressed) compressed.delete(compressed.keys().next().value)
  return made
}

const encodings = {
  br: promisify(brotliCompress),
  gzip: promisify(gzip),
}
/** A page for one member is compressed once and sent once. */
const quickly = { br: { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }, gzip: { level: 6 } }

const encodingFor = ({ headers }) =>
  Object.keys(encodings).find((name) => new RegExp(`\\b${name}\\b`).test(headers['accept-encoding'] ?? ''))

function describePage(response, { locale, styleHash }) {
  if (styleHash) response.setHeader('Content-Security-Policy', policyWith(` 'sha256-${styleHash}'`))
  response.setHeader('Content-Type', 'text/html; charset=utf-8')
  response.setHeader('Content-Language', locale)
  response.setHeader('Vary', 'Accept-Encoding, Cookie')
}

/** A page drawn for one member: no cache of a browser or of this server keeps it. */
export async function sendPrivatePage(request, response, { status, html, cookies, ...page }) {
  const encoding = encodingFor(request)
  const body = encoding ? await encodings[encoding](html, quickly[encoding]) : html
  describePage(response, page)
  response.setHeader('Cache-Control', 'private, no-store')
  if (cookies.length > 0) response.setHeader('Set-Cookie', cookies)
  if (encoding) response.setHeader('Content-Encoding', encoding)
  response.writeHead(status).end(request.method === 'HEAD' ? undefined : body)
}

/** A page for every visitor it was drawn for; browsers keep it and ask whether it is still the one. */
export function sendPage(request, response, { status, html, ...page }) {
  const encoding = encodingFor(request)
  const { hash, ...bodies } = encodingsOf(html)
  const tag = `W/"${hash}"`
  describePage(response, page)
  // A page of a visitor must not be shown again once they have logged in.
  response.setHeader('Cache-Control', 'private, no-cache')
  response.setHeader('ETag', tag)
  if (status === 200 && request.headers['if-none-match'] === tag) return response.writeHead(304).end()
  if (encoding) response.setHeader('Content-Encoding', encoding)
  response.writeHead(status).end(request.method === 'HEAD' ? undefined : (bodies[encoding] ?? html))
}

/** A file of one of the sites. Its own may change at any time: browsers ask whether they have the one in force. */
export function sendFile(request, response, { type, content, isOwn, isForever }) {
  const tag = `"${createHash('sha256').update(content).digest('base64url')}"`
  response.setHeader('Content-Type', /^(image|font)\//.test(type) ? type : `${type}; charset=utf-8`)
  const caching = isOwn ? 'no-cache' : 'public, max-age=3600'
  response.setHeader('Cache-Control', isForever ? 'public, max-age=31536000, immutable' : caching)
  response.setHeader('Vary', 'Host')
  response.setHeader('ETag', tag)
  if (request.headers['if-none-match'] === tag) return response.writeHead(304).end()
  response.writeHead(200).end(request.method === 'HEAD' ? undefined : content)
}
