import { join } from 'node:path'
import { build, type Rollup } from 'vite'

/**
 * Builds the service worker as one classic script. It knows the assets of its release, so every release has another
 * worker, and an old worker is replaced.
 */
export async function buildWorker(assets: readonly string[]): Promise<string> {
  const result = (await build({
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    define: { RELEASE_ASSETS: JSON.stringify(assets) },
    resolve: { alias: { '@': join(import.meta.dirname, 'src') } },
    build: {
      write: false,
      target: ['chrome111', 'firefox114', 'safari16.4'],
      lib: { entry: join(import.meta.dirname, 'src/worker/sw.ts'), formats: ['iife'], name: 'worker' },
    },
  })) as Rollup.RollupOutput | Rollup.RollupOutput[]
  const [output] = [result].flat()
  return output!.output[0].code
}
