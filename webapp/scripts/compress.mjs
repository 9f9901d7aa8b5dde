// Writes a brotli copy beside every text file of the build. The few clients without brotli get gzip from the gateway.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants } from 'node:zlib'

const text = /\.(js|css|html|svg|json|webmanifest|md)$/
const dist = join(import.meta.dirname, '../dist')

for (const name of readdirSync(dist, { recursive: true })) {
  if (!text.test(name)) continue
  const file = join(dist, name)
  const content = readFileSync(file)
  writeFileSync(`${file}.br`, brotliCompressSync(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }))
}
