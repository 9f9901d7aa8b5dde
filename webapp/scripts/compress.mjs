// Writes a brotli copy of each text file of the build that it makes smaller by half a kilobyte; the image has a budget.
// Scripts that dist-server does not import are kept as brotli alone: server.mjs decodes them for clients without it.
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants } from 'node:zlib'

const text = /\.(js|css|html|svg|json|webmanifest|md)$/
const worthwhile = 500
const dist = join(import.meta.dirname, '../dist')
const parts = join(import.meta.dirname, '../dist-server/parts')
const imported = readdirSync(parts).flatMap(
  (name) => readFileSync(join(parts, name), 'utf8').match(/(?<=\/dist\/)assets\/[^']+\.js/g) ?? [],
)

for (const name of readdirSync(dist, { recursive: true })) {
  if (!text.test(name)) continue
  const file = join(dist, name)
  const content = readFileSync(file)
  const compressed = brotliCompressSync(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } })
  if (compressed.length + worthwhile > content.length) continue
  writeFileSync(`${file}.br`, compressed)
  if (/^assets\/.*\.js$/.test(name) && !imported.includes(name)) rmSync(file)
}
