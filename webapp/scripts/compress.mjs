// Writes a brotli copy of each text file of the build that it makes smaller by half a kilobyte; the image has a budget.
// The few clients without brotli get gzip from the gateway.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants } from 'node:zlib'

const text = /\.(js|css|html|svg|json|webmanifest|md)$/
const worthwhile = 500
const dist = join(import.meta.dirname, '../dist')

for (const name of readdirSync(dist, { recursive: true })) {
  if (!text.test(name)) continue
  const file = join(dist, name)
  const content = readFileSync(file)
  const compressed = brotliCompressSync(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } })
  if (compressed.length + worthwhile <= content.length) writeFileSync(`${file}.br`, compressed)
}
