import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, dirname, join, relative } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

const sources = join(import.meta.dirname, 'src')
/** The screens that the server draws; its build has no others. */
const publicScreens = ['home', 'login', 'signup', 'pricing', 'transparency', 'languages', 'legal', 'not-found']
const memberScreens = ['members', 'member', 'likes', 'swipe-game', 'chats', 'chat-blocking', 'credits', 'notifications']
const settings = ['routes', 'overview', 'settings-page', 'settings-groups'].map((name) => `app/settings/${name}.tsx`)
const screens = [...publicScreens, ...memberScreens].map((name) => `app/routes/${name}.tsx`)
const drawn = new Set([...screens, ...settings].map((name) => join(sources, name)))
const isScreen = (id: string) =>
  ['app/routes/', 'app/settings/'].some((folder) => id.startsWith(join(sources, folder))) && id.endsWith('.tsx')

/** Leaves out the screens that only a browser draws, and the texts that a browser loads with its screens (the server has
 * its own way, `src/server/texts.ts`): two thirds of the build otherwise. */
const drawnScreensOnly: Plugin = {
  name: 'drawn-screens-only',
  enforce: 'pre',
  load(id) {
    if (id === join(sources, 'i18n/screen-texts.ts')) return 'export const screenTexts = {}'
    if (isScreen(id) && !drawn.has(id)) return 'export default () => null'
    return null
  },
}

/** Adds the name of its module to each screen, so that a drawing knows the files it needs (`src/app/shell/page.tsx`). */
export const namesOfScreens: Plugin = {
  name: 'names-of-screens',
  enforce: 'pre',
  transform(code, id) {
    if (id.includes('?')) return null
    return code.replaceAll(/\bpage\((\(\) => import\('(\.[^']+)'\))/g, (_, load: string, file: string) => {
      const module = `${relative(import.meta.dirname, join(dirname(id), file))}.tsx`
      return `page(Object.assign(${load}, { module: '${module}' })`
    })
  },
}

/** Texts are the same modules in both builds: the server imports those of dist, a sixth of the image otherwise. */
const textsOfTheApp: Plugin = {
  name: 'texts-of-the-app',
  writeBundle({ dir }, bundle) {
    for (const chunk of Object.values(bundle)) {
      if (chunk.type !== 'chunk' || !chunk.facadeModuleId?.startsWith(join(sources, 'locales/'))) continue
      const mine = join(dir!, chunk.fileName)
      const theirs = join(import.meta.dirname, 'dist/assets', basename(chunk.fileName))
      if (existsSync(theirs) && readFileSync(mine).equals(readFileSync(theirs)))
        writeFileSync(mine, `export { default } from '../../dist/assets/${basename(theirs)}'\n`)
    }
  },
}

/** Builds what draws pages on the server (`src/server`): one module with all it needs, because the image has no packages. */
export default defineConfig({
  plugins: [drawnScreensOnly, namesOfScreens, textsOfTheApp, react()],
  resolve: { alias: { '@': sources, 'use-sync-external-store/shim': 'react' } },
  // A server build leaves this to the process; the image would carry React's development variant, and run it.
  define: { 'process.env.NODE_ENV': JSON.stringify('production') },
  ssr: { noExternal: true },
  build: {
    ssr: 'src/server/main.ts',
    outDir: 'dist-server',
    emptyOutDir: false,
    copyPublicDir: false,
    assetsInlineLimit: 0,
    target: 'node20',
    minify: true, // a quarter of the image otherwise
    rolldownOptions: { output: { entryFileNames: 'pages.js', chunkFileNames: 'parts/[name]-[hash].js' } },
  },
})
