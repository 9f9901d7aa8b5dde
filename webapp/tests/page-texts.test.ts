import { expect, test } from 'vitest'

const sources = import.meta.glob<string>(['../src/**/*.{ts,tsx}', '!../src/**/*.test.{ts,tsx}'], {
  query: '?raw',
  import: 'default',
  eager: true,
})
const withShell = new Set(['common', 'errors'])

function resolve(from: string, to: string): string | undefined {
  const path = to.startsWith('@/')
    ? `../src/${to.slice(2)}`
    : new URL(to, `file:///webapp/tests/${from}`).pathname.replace('/webapp/', '../')
  return [`${path}.tsx`, `${path}.ts`, `${path}/index.ts`].find((file) => file in sources)
}

const quoted = (names: string) => [...names.matchAll(/'([^']+)'/g)].map(([, name]) => name!)

/** The file and all it imports at once; what it imports lazily brings its own texts. */
function together(file: string, seen = new Set<string>()): Set<string> {
  if (seen.has(file)) return seen
  seen.add(file)
  for (const [, to] of sources[file]!.matchAll(/from '((?:\.|@\/)[^']+)'/g)) {
    const next = resolve(file, to!)
    if (next) together(next, seen)
  }
  return seen
}

function textsOf(file: string): Set<string> {
  const used = [...together(file)].flatMap((each) => [
    ...[...sources[each]!.matchAll(/useTranslation\(([^)]*)\)/g)].flatMap(([, names]) => quoted(names!)),
    ...[...sources[each]!.matchAll(/\bt\('([a-z]+):/g)].map(([, name]) => name!),
  ])
  return new Set(used.filter((name) => !withShell.has(name)))
}

interface Page {
  route: string
  brought: Set<string>
}

function pagesIn(table: string, before: string[] = []): Page[] {
  const file = `../src/app/${table}.tsx`
  return [...sources[file]!.matchAll(/page\(\(\) => import\('([^']+)'\)(?:, ([^)]*))?\)/g)].map(([, route, names]) => ({
    route: resolve(file, route!)!,
    brought: new Set([...before, ...quoted(names ?? '')]),
  }))
}

const pages = [...pagesIn('routes'), ...pagesIn('settings/routes', ['settings'])]

test('the tables of routes name pages', () => {
  expect(pages.length).toBeGreaterThan(40)
})

test.each(pages)(
  '$route comes with every text it shows, so that it never hides again while some load',
  ({ route, brought }) => {
    expect([...textsOf(route)].filter((name) => !brought.has(name))).toEqual([])
  },
)
