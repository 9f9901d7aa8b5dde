import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const tokens = readFileSync('src/styles/tokens.css', 'utf8')

/** The colour of a token in the light and in the dark theme, as six digits. */
function coloursOf(token: string): string[] {
  const [, light, dark] = new RegExp(`--${token}: light-dark\\((#\\w+), (#\\w+)\\)`).exec(tokens)!
  return [light!, dark!].map((colour) => (colour.length === 4 ? colour.replace(/\w/g, '$&$&') : colour))
}
const channel = (part: string) => {
  const value = parseInt(part, 16) / 255
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
}
const luminance = (colour: string) =>
  0.2126 * channel(colour.slice(1, 3)) + 0.7152 * channel(colour.slice(3, 5)) + 0.0722 * channel(colour.slice(5, 7))
const contrast = (one: string, other: string) => {
  const [low = 0, high = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b)
  return (high + 0.05) / (low + 0.05)
}

test.each([
  ['light', 0],
  ['dark', 1],
] as const)(
  '%s: a screen that is loading does not look empty: its shapes stand out from the page and from cards',
  (_, theme) => {
    for (const ground of ['bg', 'surface'])
      expect(contrast(coloursOf('skeleton')[theme]!, coloursOf(ground)[theme]!)).toBeGreaterThanOrEqual(1.18)
  },
)

test('stylesheets use only properties that a stylesheet or a script sets', () => {
  const paths = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter((path) => /\.(css|tsx?)$/.test(path))
  const texts = paths.map((path) => readFileSync(`src/${path}`, 'utf8'))
  const all = (pattern: RegExp) => new Set(texts.flatMap((text) => [...text.matchAll(pattern)].map(([, name]) => name)))
  const set = all(/(--[\w-]+)['"\]]*\s*[:,]/g)
  expect([...all(/var\((--[\w-]+)\)/g)].filter((name) => !set.has(name))).toEqual([])
})
