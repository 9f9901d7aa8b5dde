import { readdirSync, readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { mergeConfig } from 'vite'
import { defineConfig } from 'vitest/config'
import build from './vite.config.ts'
import { namesOfScreens } from './vite.server.ts'

const pageTests = ['src', 'tests'].flatMap((folder) =>
  readdirSync(join(import.meta.dirname, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.test.tsx'))
    .map((name) => `${folder}/${name}`),
)
const page = {
  include: pageTests,
  environment: 'jsdom',
  environmentOptions: { jsdom: { url: 'http://localhost/en/' } },
  setupFiles: ['tests/setup.ts'],
}
/** A module that is replaced must not have been imported before. */
const replacing = pageTests.filter((path) =>
  /vi\.(mock|doMock|resetModules)\(/.test(readFileSync(join(import.meta.dirname, path), 'utf8')),
)

/** Apart from the build's, which has no tests to read in its image. */
export default mergeConfig(
  build,
  defineConfig({
    plugins: [namesOfScreens],
    resolve: { alias: { '@tests': join(import.meta.dirname, 'tests') } },
    test: {
      projects: [
        // What needs no page: in Node, and without a module graph for each file, which takes longer than most tests.
        {
          extends: true,
          test: {
            name: 'model',
            include: ['src/**/*.test.ts'],
            pool: 'threads',
            isolate: false,
            environment: 'node',
          },
        },
        // One page for all files of a worker: to load the app anew for each would take a third of the time. Its state is in
        // `Singletons`, of which each test has its own.
        {
          extends: true,
          test: { ...page, name: 'page', exclude: replacing, pool: 'threads', isolate: false },
        },
        // A VM context for each file that replaces modules: as isolated as a process each, without loading Node and jsdom.
        { extends: true, test: { ...page, name: 'page alone', include: replacing, pool: 'vmThreads' } },
        // These build the worker or start the server, which takes native code that no VM context can load.
        { extends: true, test: { name: 'built', include: ['tests/**/*.test.ts'], pool: 'forks', environment: 'node' } },
      ],
      maxWorkers: Math.min(availableParallelism(), 4),
      // Contexts are not freed: a worker beyond this is replaced between two files.
      vmMemoryLimit: '1GB',
      // A busy machine draws slowly in jsdom; nothing is measured by this. A test may wait several times (tests/setup.ts).
      testTimeout: 300_000,
      hookTimeout: 300_000,
      css: { modules: { classNameStrategy: 'non-scoped' } },
    },
  }),
)
