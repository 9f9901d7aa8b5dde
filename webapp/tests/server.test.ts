import { type ChildProcess, spawn } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer, connect, type AddressInfo, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'

const webapp = join(import.meta.dirname, '..')
let folder: string, server: ChildProcess, port: number, healthPort: number

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as AddressInfo
      probe.close(() => resolve(port))
    })
  })
}

/** The raw bytes of an answer; '' when the server closed without one. */
function exchange(sent: string | Buffer, to = port): Promise<string> {
  return new Promise((resolve) => {
    let received = ''
    const socket: Socket = connect(to, '127.0.0.1', () => socket.write(sent))
    socket.on('data', (data) => (received += data.toString('latin1')))
    socket.on('error', () => resolve(received))
    socket.on('close', () => resolve(received))
  })
}

function ask(target: string, { method = 'GET', headers = '' } = {}): Promise<string> {
  return exchange(`${method} ${target} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n${headers}\r\n`)
}

const status = (answer: string) => Number(answer.split(' ')[1])

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'pairwise-webapp-'))
  for (const name of ['server.mjs', 'sending.mjs']) cpSync(join(webapp, name), join(folder, name))
  symlinkSync(join(webapp, 'node_modules'), join(folder, 'node_modules'))
  mkdirSync(join(folder, 'dist', 'assets'), { recursive: true })
  writeFileSync(join(folder, 'dist', 'index.html'), '<!doctype html><title>the page</title>')
  writeFileSync(join(folder, 'dist', 'assets', 'app.js'), '//'.padEnd(4_000_000, 'x'))
  writeFileSync(join(folder, 'dist', 'assets', 'part.js.br'), brotliCompressSync('a part'))
  port = await freePort()
  healthPort = await freePort()
  server = spawn('node', [join(folder, 'server.mjs')], {
    env: {
      PATH: process.env.PATH,
      PAIRWISE_LISTEN: `127.0.0.1:${port}`,
      PAIRWISE_HEALTH_LISTEN: `127.0.0.1:${healthPort}`,
    },
  })
  await vi.waitFor(
    async () => expect(await exchange('GET /health/ready HTTP/1.0\r\n\r\n', healthPort)).toContain('ready'),
    60_000,
  )
}, 90_000)

afterAll(() => {
  server.kill('SIGKILL')
  rmSync(folder, { recursive: true, force: true })
})

test.each(['/', '/messages', '/?q=//', '/profile/%C3%A9', '/..;/', '/%7e'])('serves the page at %s', async (target) => {
  expect(await ask(target)).toContain('the page')
})

test.each([
  ['', ''],
  ['Accept-Encoding: br\r\n', 'Content-Encoding: br'],
])('serves a script that is kept as brotli alone to a client with "%s"', async (headers, encoding) => {
  const answer = await ask('/assets/part.js', { headers })
  expect(status(answer)).toBe(200)
  expect(answer).toContain(encoding || 'a part')
  expect(answer).toMatch(/Content-Type: text\/javascript/i)
})

test.each(['//', '/\\', '//evil.example/x', '/a//b', '/%', '/%ff', '/%00', '/a%0ab', '/%5c', '*', 'http://a/', 'a'])(
  'answers 400 in plain text for the target %s',
  async (target) => {
    const answer = await ask(target)
    expect(status(answer)).toBe(400)
  },
)

test.each([
  '/api',
  '/api/nothing.php',
  '/API/user.php',
  '/media',
  '/chat-media/x',
  '/assets/none.js',
  '/../../etc/passwd.txt',
])('has no page at %s', async (target) => {
  expect(status(await ask(target))).toBe(404)
})

test.each(['POST', 'PUT', 'DELETE', 'OPTIONS', 'TRACE', 'PATCH', 'PURGE'])('refuses %s', async (method) => {
  const answer = await ask('/', { method })
  expect(status(answer)).toBe(405)
  expect(answer).toContain('Allow: GET, HEAD')
})

test.each(['bytes=5-2', 'bytes=-1', 'bytes=9999999999999999999999-', 'lines=1-2', 'bytes=0-0,2-1'])(
  'sends the whole file for the range %s',
  async (range) => {
    const answer = await ask('/assets/app.js', { method: 'HEAD', headers: `Range: ${range}\r\n` })
    expect(status(answer)).toBe(200)
    expect(answer).toContain('Content-Length: 4000000')
  },
)

test.each([
  ['not HTTP at all', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n'],
  ['an unknown method', 'FETCH / HTTP/1.1\r\nHost: a\r\n\r\n'],
  ['two lengths', 'GET / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n'],
  [
    'a length and chunks',
    'GET / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
  ],
  ['a broken chunk', 'GET / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n'],
  ['no host', 'GET / HTTP/1.1\r\n\r\n'],
  ['a tunnel', 'CONNECT a:1 HTTP/1.1\r\nHost: a\r\n\r\n'],
  ['large headers', `GET / HTTP/1.1\r\nHost: a\r\nX: ${'x'.repeat(40_000)}\r\n\r\n`],
])('closes the connection on %s', async (_, sent) => {
  const answer = await exchange(sent)
  expect(answer === '' || status(answer) >= 400).toBe(true)
})

test('closes files whose clients disconnect', async () => {
  const open = () =>
    new Promise<void>((resolve) => {
      const socket = connect(port, '127.0.0.1', () => socket.write('GET /assets/app.js HTTP/1.1\r\nHost: a\r\n\r\n'))
      socket.once('data', () => socket.destroy())
      socket.once('close', () => resolve())
    })
  const { readdirSync, readlinkSync } = await import('node:fs')
  const files = () =>
    readdirSync(`/proc/${server.pid}/fd`).filter((fd) => {
      try {
        return readlinkSync(`/proc/${server.pid}/fd/${fd}`).endsWith('app.js')
      } catch {
        return false
      }
    }).length
  for (let number = 0; number < 20; number++) await open()
  await expect.poll(files, { timeout: 20_000 }).toBe(0)
})

test('has health on its own address only, and outlives everything above', async () => {
  expect(await ask('/health/live')).toContain('the page')
  expect(await exchange('GET /health/live HTTP/1.0\r\n\r\n', healthPort)).toContain('live')
  expect(server.exitCode).toBeNull()
})
