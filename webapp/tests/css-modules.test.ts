import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { expect, test } from 'vitest'

const source = resolve(import.meta.dirname, '../src')
const read = (path: string) => readFileSync(path, 'utf8')
const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).map((path) => join(source, path))

/** The classes a stylesheet has. */
const classesOf = (path: string) =>
  new Set(
    [
      ...read(path)
        .replaceAll(/\/\*[\s\S]*?\*\/|'[^']*'/g, '')
        .matchAll(/\.([A-Za-z_][\w-]*)/g),
    ].map(([, name]) => name!),
  )

interface Use {
  /** The component, relative to src. */
  by: string
  sheet: string
  names: Set<string>
  /** A class is chosen by a value, so any can be meant. */
  chosen: boolean
}

/** Every import of a stylesheet with the classes read from it. Types cannot: to them any name is a class. */
const uses = files
  .filter((path) => /\.tsx?$/.test(path))
  .flatMap((path): Use[] => {
    const text = read(path)
    return [...text.matchAll(/import (\w+) from '([^']+\.module\.css)'/g)].map(([statement, name, from]) => {
      const body = text.replace(statement, '')
      return {
        by: relative(source, path),
        sheet: from!.startsWith('@/') ? join(source, from!.slice(2)) : join(dirname(path), from!),
        names: new Set([...body.matchAll(new RegExp(`\\b${name}\\.(\\w+)`, 'g'))].map(([, used]) => used!)),
        chosen: new RegExp(`\\b${name}(\\[|\\b(?!\\.)[^.\\w])`).test(body.replaceAll(/(?:import|from) [^\n]*/g, '')),
      }
    })
  })

test('every class that a component uses is in its stylesheet', () => {
  const missing = uses.flatMap(({ by, sheet, names }) => {
    const known = classesOf(sheet)
    return [...names].filter((name) => !known.has(name)).map((name) => `${by}: ${name}`)
  })
  expect(uses.length).toBeGreaterThan(100)
  expect(missing).toEqual([])
})

test('every class of a stylesheet is used by a component', () => {
  const unused = [...new Set(uses.map(({ sheet }) => sheet))].flatMap((sheet) => {
    const users = uses.filter((use) => use.sheet === sheet)
    if (users.some(({ chosen }) => chosen)) return []
    return [...classesOf(sheet)]
      .filter((name) => !users.some(({ names }) => names.has(name)))
      .map((name) => `${relative(source, sheet)}: ${name}`)
  })
  expect(unused).toEqual([])
})

test('every class that a stylesheet composes of another is there', () => {
  const composed = files
    .filter((path) => path.endsWith('.module.css'))
    .flatMap((path) =>
      [...read(path).matchAll(/composes: ([\w-]+) from '([^']+)'/g)].map(([, name, from]) => ({
        by: relative(source, path),
        name: name!,
        isThere: classesOf(join(dirname(path), from!)).has(name!),
      })),
    )
  expect(composed.length).toBeGreaterThan(0)
  expect(composed.filter(({ isThere }) => !isThere)).toEqual([])
})
