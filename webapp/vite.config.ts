import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin, type Rolldown } from 'vite'
import { buildWorker } from './vite.worker.ts'

const gateway = process.env.PAIRWISE_PUBLIC_URL ?? 'http://localhost:8080'

/** Packages and folders that every screen needs. A subfolder is not part of its parent. */
const shellPackages =
  /node_modules\/(react|react-dom|scheduler|react-router|i18next|react-i18next|swr\/dist(?!\/infinite)|dequal|lucide-react\/dist\/esm\/shared)\//
const isIn = (...folders: string[]) => {
  const paths = folders.map((folder) => join(import.meta.dirname, 'src', folder))
  return (id: string) => paths.includes(dirname(id.split('?')[0]!))
}
const inShellFolder = isIn('api', 'app/footer', 'app/gates', 'app/shell', 'ui', 'ui/dialogs')
// Of the first page, and of others: each would be a file of its own.
const shellModules = new RegExp(
  String.raw`/src/(app/people/beside-list|people/fictional-label|tracking/(consent|screen-changed))\.` +
    '|/lucide-react/dist/esm/icons/(coins|drama|heart-handshake|message-circle|sparkles|user-round)\\.',
)
// Of the shell, what a script reads before a page is painted (`src/device-words.ts`), which waits for few files.
const isDevice = (id: string) => /src\/i18n\/(dates|formatting-locale)\.ts$/.test(id)
const isShell = (id: string) => shellPackages.test(id) || inShellFolder(id) || shellModules.test(id)

/**
 * Files by what is loaded together, so that a first visit asks for few: each request costs a kilobyte of headers, and
 * small files compress badly.
 */
const groups = [
  { name: 'device', test: isDevice },
  { name: 'shell', test: isShell },
  { name: 'tracking', test: isIn('tracking') },
  { name: 'fields', test: isIn('ui/choices', 'ui/fields') },
  { name: 'icons', test: /lucide-react\/dist\/esm\/icons\//, minShareCount: 2 },
]

/** Writes dist/sw.js, with the names of the files that this build has made. */
const workerOfThisRelease: Plugin = {
  name: 'worker-of-this-release',
  apply: 'build',
  async writeBundle({ dir }, bundle) {
    const assets = Object.keys(bundle).flatMap((name) =>
      name.startsWith('assets/') ? [name.slice('assets/'.length)] : [],
    )
    writeFileSync(join(dir!, 'sw.js'), await buildWorker(assets.toSorted()))
  },
}

/** Modules whose files a page that the server draws names in its head. */
const namedInPages =
  /^src\/(hydration\.|device-words\.|app\/(routes|people|settings|footer)\/|app\/shell\/member\/bars\.|locales\/|i18n\/screen-texts\.)/

/** Scripts and styles of a chunk and of the chunks it needs, besides those that every page has. */
function filesOf(chunk: Rolldown.OutputChunk, bundle: Rolldown.OutputBundle, inEvery: ReadonlySet<string>) {
  const files = { scripts: new Set<string>(), styles: new Set<string>() }
  const add = (name: string) => {
    const each = bundle[name]
    if (each?.type !== 'chunk' || inEvery.has(name) || files.scripts.has(name)) return
    files.scripts.add(name)
    for (const style of each.viteMetadata?.importedCss ?? []) files.styles.add(style)
    each.imports.forEach(add)
  }
  add(chunk.fileName)
  return { scripts: [...files.scripts], styles: [...files.styles] }
}

/** Begins dist-server anew with files.json: the files of each screen and text, for the pages that the server draws. */
const filesOfPages: Plugin = {
  name: 'files-of-pages',
  apply: 'build',
  writeBundle({ dir }, bundle) {
    const chunks = Object.values(bundle).filter((each) => each.type === 'chunk')
    const entry = chunks.find((chunk) => chunk.facadeModuleId?.endsWith('index.html'))!
    const inEvery = new Set([entry.fileName, ...entry.imports])
    const holds = chunks.flatMap((chunk) => chunk.moduleIds.map((id) => [id, chunk] as const))
    // A module that only passes another on is in one chunk, and loaded by a second one.
    const loads = chunks.flatMap((chunk) => (chunk.facadeModuleId ? [[chunk.facadeModuleId, chunk] as const] : []))
    const named = [...holds, ...loads]
      .map(([id, chunk]) => [relative(import.meta.dirname, id), chunk] as const)
      .filter(([id]) => namedInPages.test(id))
      // A page preloads all that it waits for before it is painted.
      .map(([id, chunk]) => [id, filesOf(chunk, bundle, id === 'src/device-words.ts' ? new Set() : inEvery)] as const)
    const target = join(dir!, '../dist-server')
    rmSync(target, { recursive: true, force: true })
    mkdirSync(target, { recursive: true })
    writeFileSync(join(target, 'files.json'), JSON.stringify(Object.fromEntries(named)))
  },
}

export default defineConfig({
  plugins: [react(), workerOfThisRelease, filesOfPages],
  resolve: {
    alias: {
      '@': join(import.meta.dirname, 'src'),
      // React has had it since 18; the shim is for the versions before.
      'use-sync-external-store/shim': 'react',
    },
  },
  build: {
    target: ['chrome111', 'firefox114', 'safari16.4'],
    assetsInlineLimit: 0,
    cssMinify: 'lightningcss',
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: ['index.html', 'src/hydration.ts', 'src/device-words.ts'].map((name) => join(import.meta.dirname, name)),
      output: {
        codeSplitting: { groups },
      },
    },
  },
  server: {
    port: 5173,
    // The gateway takes changes from pages of its own origin alone.
    proxy: Object.fromEntries(
      ['/api', '/media', '/chat-media', '/landers', '/go/', '^/[a-z]{2}/landers/', '/dev'].map((path) => [
        path,
        { target: gateway, changeOrigin: true, headers: { origin: new URL(gateway).origin } },
      ]),
    ),
  },
})
