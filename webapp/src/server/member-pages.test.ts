import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { aCard, anOwnProfile, aProfile, someLikes } from '@tests/people'
import { createPages, type PageRequest } from './main'

interface ServiceRequest {
  path: string
  cookie: string
  token: string
  site: string
}

const names = ['ann', 'bob', 'cleo', 'dan'] as const
type Name = (typeof names)[number]
/** What a service answers instead of the answer to a member in good standing: a status or a body; `hangs` is none at all. */
type Change = (path: string, name: Name) => object | number | 'hangs' | null

let change: Change
let asked: ServiceRequest[]
let services: Server
let folder: string
let pages: Awaited<ReturnType<typeof createPages>>
let hasty: typeof pages

const tokenOf = (name: string) => `e30.${Buffer.from(JSON.stringify({ sub: name })).toString('base64url')}.signature`
const nameIn = (token: string) =>
  (JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString()) as { sub: Name }).sub

const user = (name: string) => ({
  id: name,
  name: `Name-of-${name}`,
  status: 'active',
  language: 'en',
  credits: 5,
  wallet_version: 1,
  paid_user: true,
  signup_seconds_ago: 9_000_000,
  notifications_disabled: [],
  terms_due: false,
  matching_due: false,
})

const settings = {
  name: 'Pairwise',
  min_age: 18,
  message_credits: 1,
  free_messages: 3,
  cdn_prefix: '',
  resell_tiles: [],
  locales: ['en', 'de'],
  domain_language: 'en',
  countries: ['NL'],
  languages: [],
  visible_profile_fields: [],
  search_fields: [],
  minimum_message_costs: {},
  signups: 'all',
}

const amount = { value: '9.99', currency: 'EUR' }
const packages = {
  country: 'NL',
  cannot_buy: null,
  methods: ['card'],
  refund_days: 14,
  vat_percentage: 21,
  packages: [{ id: 'p', credits: 100, amount, amount_per_message: amount, popular: true, discounted: null }],
}

function answerTo(path: string, name: Name): unknown {
  const own = anOwnProfile({ id: name, name: `Name-of-${name}` })
  const liker = `Liker-of-${name}`
  const found = aCard({ id: `found-${name}`, name: `Found-by-${name}` })
  const card = { ...found, distance_km: 5, shared_interests: [], close_in_age: false }
  if (path.startsWith('/api/profile.php?')) return { profile: aProfile({ name: `Seen-by-${name}` }) }
  if (path.startsWith('/api/profile.php')) return { profile: own }
  if (path.startsWith('/api/search.php'))
    return {
      profiles: [card],
      count: { value: 1, exact: true },
      next_cursor: null,
      radius_km: 25,
      similar_results: [],
      loosenings: [],
    }
  if (path.startsWith('/api/similar.php')) return { profiles: [found] }
  if (path.startsWith('/api/likes.php')) return someLikes({ liked_by: [{ id: liker, name: liker, like_new: true }] })
  if (path.startsWith('/api/chats.php')) return { chats: [], total_unread_messages: 3, has_older: false }
  if (path.startsWith('/api/swipe-game.php'))
    return { profiles: [found], likes_left: 7, last_pass: null, last_like: null }
  if (path.startsWith('/api/packages.php')) return packages
  if (path.startsWith('/api/notifications.php'))
    return {
      types: [{ type: 'like', sent_by: ['email'], email: true, push: false }],
      mail_disabled: null,
      discreet_mails: true,
    }
  return null
}

/** All services at one address; each answer takes another while. */
function serve({ url = '', headers }: IncomingMessage, response: ServerResponse): void {
  const send = (body: unknown, status = 200, cookies: string[] = []) =>
    setTimeout(() => {
      response.writeHead(status, { 'Content-Type': 'application/json', 'Set-Cookie': cookies })
      response.end(typeof body === 'string' ? body : JSON.stringify(body))
    }, Math.random() * 8)
  const token = String(headers['x-pairwise-token'] ?? '')
  const cookie = headers.cookie ?? ''
  if (url === '/api/theme.css') return void send(':root{}')
  if (url.startsWith('/api/settings.php')) return void send({ settings })
  asked.push({ path: url, cookie, token, site: String(headers['x-pairwise-site']) })
  const isUser = url.startsWith('/api/user.php')
  const name = (isUser ? (/session=secret-(\w+)/.exec(cookie)?.[1] ?? '') : nameIn(token)) as Name
  const changed = change(url, name)
  if (changed === 'hangs') return
  if (typeof changed === 'number') return void send({ error: { code: 'no', message: '' } }, changed)
  if (isUser) return void send({ user: user(name), ...changed }, 200, [`token=${tokenOf(name)}; Path=/; HttpOnly`])
  send(changed ?? answerTo(url, name))
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'pairwise-pages-'))
  const built = '<!doctype html><html lang="en"><head><title>x</title><meta name="description" content="">'
  writeFileSync(join(folder, 'index.html'), `${built}</head><body><div id="root"></div></body></html>`)
  const modules = ['hydration.ts', 'app/settings/routes.tsx', 'app/settings/overview.tsx', 'locales/en/settings.json']
  const files = modules.map((name) => [`src/${name}`, { scripts: [`of-${name}.js`], styles: [] }] as const)
  writeFileSync(join(folder, 'files.json'), JSON.stringify(Object.fromEntries(files)))
  services = createServer(serve).listen(0, '127.0.0.1')
  await new Promise((resolve) => services.once('listening', resolve))
  const at = `127.0.0.1:${(services.address() as AddressInfo).port}`
  const options = {
    dist: folder,
    files: join(folder, 'files.json'),
    services: { identity: at, profiles: at, likes: at, chat: at, billing: at, notifications: at },
    isDevelopment: false,
  }
  // A busy machine is late; only the test of that gives up.
  pages = await createPages({ ...options, deadline: 60_000 })
  hasty = await createPages({ ...options, deadline: 100 })
})

afterAll(() => {
  services.closeAllConnections()
  services.close()
  rmSync(folder, { recursive: true })
})

beforeEach(() => {
  asked = []
  change = () => null
})

const cookiesOf = (name: Name) => `session=secret-${name}; token=${tokenOf(name)}; locale=en; device=d`

function pageOf(
  name: Name,
  path = '/en/members',
  more: { cookie?: string; isPhone?: boolean; by?: typeof pages } = {},
) {
  const { cookie = cookiesOf(name), isPhone = true, by = pages } = more
  const request: PageRequest = {
    path,
    host: 'localhost',
    address: '127.0.0.1',
    locale: 'en',
    hasSession: true,
    session: { cookie, site: 'pairwise', isPhone },
  }
  return by.pageFor(request)
}

const profileId = '01900000-0000-7000-8000-000000000001'
const screens = [
  ['/en/members', (name: Name) => `Found-by-${name}`],
  ['/en/likes', (name: Name) => `Liker-of-${name}`],
  ['/en/swipe-game', (name: Name) => `Found-by-${name}`],
  [`/en/members/${profileId}`, (name: Name) => `Seen-by-${name}`],
  ['/en/chats', () => 'Messages'],
  ['/en/credits', () => '9.99'],
  ['/en/settings', () => 'Notifications'],
  ['/en/notifications', () => '<table'],
] as const

test.each(screens)('%s is drawn with the answers that its member gets', async (path, shown) => {
  const { outcome, html, cookies } = await pageOf('ann', path)
  const [drawn = ''] = /<div id="root">.*<script type="application\/json"/s.exec(html) ?? []
  expect(outcome).toBe('drawn')
  expect(drawn).toContain(shown('ann'))
  expect(drawn).not.toContain('role="status"><span class="visually')
  expect(html).toContain('noindex')
  expect(html).not.toMatch(/ style="/)
  expect(cookies).toEqual([])
})

test('a drawn page names the files of its screens and of their texts', async () => {
  const { html } = await pageOf('ann', '/en/settings')
  const [named] = /(?<=data-files=")[^"]*/.exec(html) ?? []
  expect(named?.split(' ').toSorted()).toEqual(
    ['app/settings/overview.tsx', 'app/settings/routes.tsx', 'locales/en/settings.json'].map(
      (name) => `/of-${name}.js`,
    ),
  )
})

test('members whose pages are drawn at the same time never see each other', async () => {
  for (let round = 0; round < 6; round++) {
    const requests = names.flatMap((name) => ['/en/members', '/en/likes'].map((path) => [name, path] as const))
    const made = await Promise.all(requests.map(async ([name, path]) => [name, await pageOf(name, path)] as const))
    for (const [name, { outcome, html }] of made) {
      expect(outcome).toBe('drawn')
      expect(html).toContain(`Name-of-${name}`)
      for (const other of names.filter((each) => each !== name)) expect(html).not.toContain(`-${other}`)
    }
  }
})

test('the secret of the session gets to identity alone, and the token to no other site', async () => {
  await pageOf('ann')
  const others = asked.filter(({ path }) => !path.startsWith('/api/user.php'))
  expect(others.map(({ path }) => path.replace(/\?.*/, '')).toSorted()).toEqual(
    ['chats', 'likes', 'profile', 'search'].map((name) => `/api/${name}.php`),
  )
  for (const { cookie, token } of others) expect([cookie, token]).toEqual([`token=${token}; locale=en`, tokenOf('ann')])
  expect(asked.find(({ path }) => path.startsWith('/api/user.php'))?.cookie).toBe('session=secret-ann; locale=en')
  expect(new Set(asked.map(({ site }) => site))).toEqual(new Set(['pairwise']))
})

test('a session whose token has expired is drawn with a new one, which the browser gets', async () => {
  const { outcome, html, cookies } = await pageOf('ann', '/en/members', { cookie: 'session=secret-ann' })
  expect(outcome).toBe('drawn')
  expect(html).toContain('Found-by-ann')
  expect(cookies).toEqual([`token=${tokenOf('ann')}; Path=/; HttpOnly`])
})

test.each([
  ['a session that has ended', (path: string) => (path.startsWith('/api/user.php') ? 403 : null), 'refused'],
  ['a suspended member', (path: string) => (path.startsWith('/api/profile.php') ? 403 : null), 'refused'],
  ['a service that is away', (path: string) => (path.startsWith('/api/chats.php') ? 503 : null), 'failed'],
  ['an answer that is none', (path: string) => (path.startsWith('/api/search.php') ? {} : null), 'failed'],
] as const)('%s gets the page without content', async (_, changed, outcome) => {
  change = changed
  const page = await pageOf('ann')
  expect(page.outcome).toBe(outcome)
  expect(page.status).toBe(200)
  expect(page.html).toContain('<div id="root"></div>')
  expect(page.html).not.toContain('ann')
})

test('a service that hangs is not waited for', async () => {
  change = (path) => (path.startsWith('/api/likes.php') ? 'hangs' : null)
  const page = await pageOf('ann', '/en/members', { by: hasty })
  expect(page.outcome).toBe('late')
  expect(page.html).toContain('<div id="root"></div>')
})

test.each([{ status: 'not_confirmed' }, { terms_due: true }, { notifications_disabled: ['bounce'] }])(
  'a member with %j is asked by the script first',
  async (more) => {
    change = (path, name) => (path.startsWith('/api/user.php') ? { user: { ...user(name), ...more } } : null)
    const page = await pageOf('ann')
    expect(page.outcome).toBe('asks_first')
    expect(page.html).toContain('<div id="root"></div>')
  },
)

test('a token of another member than the session is not drawn with', async () => {
  const page = await pageOf('ann', '/en/members', { cookie: `session=secret-ann; token=${tokenOf('bob')}` })
  expect(page.outcome).toBe('failed')
  expect(page.html).toContain('<div id="root"></div>')
})

test('more pages at once than this process can draw go out without content', async () => {
  const made = await Promise.all(Array.from({ length: 30 }, () => pageOf('ann')))
  const outcomes = made.map(({ outcome }) => outcome)
  expect(outcomes.filter((each) => each === 'busy')).toHaveLength(22)
  expect(outcomes.filter((each) => each === 'drawn')).toHaveLength(8)
  expect((await pageOf('ann')).outcome).toBe('drawn')
})

test('a profile is drawn for phones alone: wide windows show the list beside it', async () => {
  const page = await pageOf('ann', `/en/members/${profileId}`, { isPhone: false })
  expect(page.outcome).toBeUndefined()
  expect(page.html).toContain('<div id="root"></div>')
  expect(asked).toEqual([])
})
