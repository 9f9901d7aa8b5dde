import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { loadConfigFromFile } from 'vite'
import { afterAll, beforeAll, expect, it } from 'vitest'

const app = join(import.meta.dirname, '..')
const ignored = new Set(
  readFileSync(join(app, '.dockerignore'), 'utf8')
    .split('\n')
    .filter((line) => line && !line.startsWith('#')),
)
let context: string

beforeAll(() => {
  context = mkdtempSync(join(tmpdir(), 'image-context-'))
  for (const name of readdirSync(app)) {
    if (!ignored.has(name)) cpSync(join(app, name), join(context, name), { recursive: true })
  }
  symlinkSync(join(app, 'node_modules'), join(context, 'node_modules'))
})
afterAll(() => rmSync(context, { recursive: true }))

it.each(['vite.config.ts', 'vite.server.ts'])('the image has what %s reads', async (name) => {
  const loaded = await loadConfigFromFile({ command: 'build', mode: 'production' }, join(context, name), context)
  expect(loaded?.config.build).toBeDefined()
})

it('what is built on this machine is not in the image', () => {
  expect([...ignored]).toEqual(expect.arrayContaining(['node_modules', 'dist', 'dist-server', 'tests']))
})
