import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'

const stateful = [
  ['let count = 0\nexport const next = () => ++count', 'count'],
  ['export let open = false', 'open'],
  ['const seen = new Map<string, number>()\nexport const has = (id: string) => seen.has(id)', 'seen'],
  ['const waiting: string[] = []\nexport const add = (id: string) => waiting.push(id)', 'waiting'],
  ['const state = { open: false }\nexport function show() {\n  state.open = true\n}', 'state'],
  ['const state = { a: { b: 1 } }\nexport const drop = () => delete state.a', 'state'],
  ['const createQueue = () => []\nexport const queue = createQueue()', 'queue'],
  ['class Queue {}\nexport const queue = new Queue()', 'queue'],
] as const

const stateless = [
  'const codes: ReadonlySet<number> = new Set([502, 503])\nexport const has = (code: number) => codes.has(code)',
  'const list = ["a"]\nexport const sorted = () => list.toSorted()',
  'export function createQueue() {\n  let last = 0\n  const list: number[] = []\n  return () => list.push(++last)\n}',
  'const list = ["a"]\nexport const copy = () => {\n  const list: string[] = []\n  list.push("b")\n  return list\n}\nexport const first = list[0]',
  'export const pattern = new RegExp("a")\nexport const when = new Date(0)',
]

interface Report {
  diagnostics: { filename: string; message: string }[]
}

let folder: string
let report: Report

/** One run of the linter over a file for each module, `<index>-<kind>.ts`. */
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'module-state-'))
  const source = join(folder, 'src')
  mkdirSync(source)
  stateful.forEach(([text], index) => writeFileSync(join(source, `${index}-stateful.ts`), text))
  stateless.forEach((text, index) => writeFileSync(join(source, `${index}-stateless.ts`), text))
  writeFileSync(join(source, '0-stateful.test.ts'), stateful[0][0])
  const rules = { 'pairwise-state/module-state': 'error' }
  const config = { jsPlugins: [join(import.meta.dirname, '..', 'lint', 'module-state.js')], rules }
  writeFileSync(join(folder, '.oxlintrc.json'), JSON.stringify(config))
  const oxlint = join(import.meta.dirname, '..', 'node_modules', 'oxlint', 'bin', 'oxlint')
  const options = ['-A', 'all', '-D', 'pairwise-state/module-state', '-f', 'json', '-c', '.oxlintrc.json', 'src']
  const { stdout } = spawnSync(process.execPath, [oxlint, ...options], { cwd: folder, encoding: 'utf8' })
  report = JSON.parse(stdout) as Report
})
afterAll(() => rmSync(folder, { recursive: true }))

const messagesOf = (name: string) =>
  report.diagnostics.filter(({ filename }) => filename.endsWith(`/${name}`)).map(({ message }) => message)

test.each(stateful.map(([text, name], index) => [text, name, index] as const))(
  'state of a module is found: %j',
  (_, name, index) => {
    expect(messagesOf(`${index}-stateful.ts`).join()).toContain(name)
  },
)

test.each(stateless.map((text, index) => [text, index] as const))(
  'constants and the state of objects pass: %j',
  (_, index) => {
    expect(messagesOf(`${index}-stateless.ts`)).toEqual([])
  },
)

test('module state is allowed in tests', () => {
  expect(messagesOf('0-stateful.test.ts')).toEqual([])
})
