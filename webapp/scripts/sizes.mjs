// What a first visit costs, compressed: the shell, its styles and fonts, and the heaviest first screen.
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

const dist = join(import.meta.dirname, '../dist')
const page = readFileSync(join(dist, 'index.html'), 'utf8')
const size = (name) => statSync(join(dist, `${name}.br`)).size
const kB = (bytes) => `${(bytes / 1000).toFixed(1)} kB`
const total = (names) => names.reduce((sum, name) => sum + size(name), 0)

const asked = [...page.matchAll(/(?:src|href)="\/(assets\/[^"]+\.(?:js|css))"/g)].map((match) => match[1])
const fonts = readdirSync(join(dist, 'assets')).filter(
  (name) => /-latin-[^.]*\.woff2$/.test(name) && !name.includes('latin-ext'),
)

console.log('shell script ', kB(total(asked.filter((name) => name.endsWith('.js')))))
console.log('shell styles ', kB(total(asked.filter((name) => name.endsWith('.css')))))
console.log('first fonts  ', kB(fonts.reduce((sum, name) => sum + statSync(join(dist, 'assets', name)).size, 0)))
const rest = readdirSync(join(dist, 'assets')).filter(
  (name) => /\.(js|css)$/.test(name) && !asked.includes(`assets/${name}`),
)
for (const name of rest.toSorted((a, b) => size(`assets/${b}`) - size(`assets/${a}`)).slice(0, 12))
  console.log('  ', kB(size(`assets/${name}`)), name)
