import { type ChildProcess, spawn } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'

const webapp = join(import.meta.dirname, '..')
let folder: string, server: ChildProcess, at: string, health: string

function freeAddress(): Promise<string> {
  return new Promise((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as AddressInfo
      probe.close(() => resolve(`127.0.0.1:${port}`))
    })
  })
}

/** Draws who asks, and with which cookies, for a session; a page for everyone without. */
const drawer = `
export const createPages = () => ({
  fileFor: (path, { host }) =>
    path.startsWith('/icons/')
      ? Promise.resolve(host.startsWith('own') ? { type: 'image/svg+xml', content: Buffer.from('<svg/>'), isOwn: true } : null)
      : null,
  pageFor: async ({ session }) =>
    session
      ? { status: 200, html: '<p>' + JSON.stringify(session), locale: 'en', styleHash: 'hash', outcome: 'drawn', cookies: ['token=new; Path=/'] }
      : { status: 200, html: '<p>everyone', locale: 'en' },
})
`

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'pairwise-webapp-'))
  for (const name of ['server.mjs', 'sending.mjs']) cpSync(join(webapp, name), join(folder, name))
  symlinkSync(join(webapp, 'node_modules'), join(folder, 'node_modules'))
  for (const name of ['dist', 'dist-server']) mkdirSync(join(folder, name))
  writeFileSync(join(folder, 'dist', 'index.html'), '<!doctype html><title>the page</title>')
  mkdirSync(join(folder, 'dist', 'icons'))
  writeFileSync(join(folder, 'dist', 'icons', 'icon.svg'), '<svg>the product’s</svg>')
  writeFileSync(join(folder, 'dist-server', 'package.json'), '{"type": "module"}')
  writeFileSync(join(folder, 'dist-server', 'pages.js'), drawer)
  at = await freeAddress()
  health = await freeAddress()
  const env = { PATH: process.env.PATH, PAIRWISE_LISTEN: at, PAIRWISE_HEALTH_LISTEN: health, PAIRWISE_IDENTITY: 'a:1' }
  server = spawn('node', [join(folder, 'server.mjs')], { env })
  await vi.waitFor(async () => expect((await fetch(`http://${health}/health/ready`)).status).toBe(200), 60_000)
}, 90_000)

afterAll(() => {
  server.kill('SIGKILL')
  rmSync(folder, { recursive: true, force: true })
})

const asMember = { 'x-pairwise-session': '1', 'x-pairwise-site': 'pairwise', cookie: 'session=s' }

const ask = (path: string, headers: Record<string, string> = {}) => fetch(`http://${at}${path}`, { headers })

test.each(['br', 'gzip', 'identity'])('a page of a member is kept by nobody, sent as %s', async (encoding) => {
  const answer = await ask('/en/members', { ...asMember, 'accept-encoding': encoding })
  expect(await answer.text()).toBe('<p>{"cookie":"session=s","site":"pairwise","isPhone":false}')
  expect(answer.headers.get('cache-control')).toBe('private, no-store')
  expect(answer.headers.get('etag')).toBeNull()
  expect(answer.headers.get('content-encoding')).toBe(encoding === 'identity' ? null : encoding)
  expect(answer.headers.get('content-security-policy')).toContain("style-src 'self' 'sha256-hash'")
  expect(answer.headers.getSetCookie()).toEqual(['token=new; Path=/'])
})

test.each([
  ['without a session', '/en/members', { cookie: 'session=s' }],
  ['with a query, which the script reads', '/en/members?radius=10', asMember],
  ['that the service worker keeps', '/index.html', asMember],
])('a page %s is the same for everyone', async (_, path, headers) => {
  const answer = await ask(path, headers)
  expect(await answer.text()).toBe('<p>everyone')
  expect(answer.headers.get('cache-control')).toBe('private, no-cache')
  expect(answer.headers.get('etag')).toMatch(/^W\//)
  expect(answer.headers.getSetCookie()).toEqual([])
})

test.each([
  ['sec-ch-ua-mobile', '?1'],
  ['user-agent', 'Mozilla/5.0 (iPhone) Mobile/15E148 Safari'],
])('a phone says that it is one by %s', async (name, value) => {
  expect(await (await ask('/en/members', { ...asMember, [name]: value })).text()).toContain('"isPhone":true')
})

test('members’ pages are counted by what became of them', async () => {
  const metrics = await (await fetch(`http://${health}/metrics`)).text()
  expect(metrics).toMatch(/webapp_member_pages_total\{outcome="drawn"\} \d+/)
})

test('a site’s own file stands in the place of the product’s, until another one does', async () => {
  const { request } = await import('node:http')
  const get = (host: string, headers: Record<string, string> = {}) =>
    new Promise<{ status: number; tag: string; body: string }>((resolve) => {
      request(`http://${at}/icons/icon.svg`, { headers: { host, ...headers } }, (answer) => {
        let body = ''
        answer.setEncoding('utf8').on('data', (part: string) => (body += part))
        answer.on('end', () => resolve({ status: answer.statusCode!, tag: String(answer.headers.etag), body }))
      }).end()
    })
  const own = await get('own.example')
  expect(own.body).toBe('<svg/>')
  expect((await get('own.example', { 'if-none-match': own.tag })).status).toBe(304)
  expect((await get('other.example')).body).toBe('<svg>the product’s</svg>')
})
