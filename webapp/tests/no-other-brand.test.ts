// @vitest-environment node
import { spawn, type ChildProcess } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { paths } from '@/paths'
import { indexedPaths } from '@/server/public-pages'

const webapp = join(import.meta.dirname, '..')
let folder: string
let server: ChildProcess
let at: string
let health: string

async function freeAddress(): Promise<string> {
  const listening = createServer()
  await new Promise<void>((resolve) => listening.listen(0, '127.0.0.1', resolve))
  const { port } = listening.address() as AddressInfo
  await new Promise((resolve) => listening.close(resolve))
  return `127.0.0.1:${port}`
}

/** Every page asks a service that does not answer, as under load. */
const drawer = `export const createPages = () => ({ fileFor: () => null, pageFor: () => Promise.reject(new Error('late')) })`

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'pairwise-webapp-'))
  for (const name of ['server.mjs', 'sending.mjs']) cpSync(join(webapp, name), join(folder, name))
  symlinkSync(join(webapp, 'node_modules'), join(folder, 'node_modules'))
  for (const name of ['dist', 'dist-server']) mkdirSync(join(folder, name))
  cpSync(join(webapp, 'index.html'), join(folder, 'dist', 'index.html'))
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

const screens = Object.values(paths).flatMap((path) => (typeof path === 'string' ? [path] : []))

test.each([...new Set([...indexedPaths(), ...screens, '/de/login', '/no/such/page', '/index.html'])])(
  '%s names no brand when it cannot be drawn',
  async (path) => {
    for (const session of ['', '1']) {
      const answer = await fetch(`http://${at}${path}`, { headers: { 'x-pairwise-session': session } })
      expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '5'])
      const page = await answer.text()
      expect(page).toContain('<div id="root">')
      expect(page).not.toMatch(/pairwise/i)
    }
  },
)

test('the built page has no brand in it', () => {
  expect(readFileSync(join(webapp, 'index.html'), 'utf8')).not.toMatch(/pairwise/i)
})
