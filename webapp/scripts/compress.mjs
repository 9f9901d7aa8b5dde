// Writes a brotli and a gzip copy beside every text file of the build, so that the server never compresses.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'

const text = /\.(js|css|html|svg|json|webmanifest|md)$/
const dist = join(import.meta.dirname, '../dist')

for (const name of readdirSync(dist, { recursive: true })) {
  if (!text.test(name)) continue
  const file = join(dist, name)
  const content = readFileSync(file)
  writeFileSync(`${file}.br`, brotliCompressSync(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }))
  writeFileSync(`${file}.gz`, gzipSync(content, { level: 9 }))
}
