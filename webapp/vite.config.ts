import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import type { Plugin } from 'vite'
import { defineConfig } from 'vitest/config'

const gateway = process.env.PAIRWISE_PUBLIC_URL ?? 'http://localhost:8080'

/** The service worker knows what its release is made of: each release brings another worker, and it knows what is old. */
const workerOfThisRelease: Plugin = {
  name: 'worker-of-this-release',
  apply: 'build',
  writeBundle({ dir }, bundle) {
    const worker = join(dir!, 'sw.js')
    const parts = Object.keys(bundle).flatMap((name) => (name.startsWith('assets/') ? [name.slice('assets/'.length)] : []))
    writeFileSync(worker, readFileSync(worker, 'utf8').replace('new Set([])', () => `new Set(${JSON.stringify(parts.toSorted())})`))
  },
}

export default defineConfig({
  plugins: [react(), workerOfThisRelease],
  build: {
    target: ['chrome111', 'firefox114', 'safari16.4'],
    assetsInlineLimit: 0,
    cssMinify: 'lightningcss',
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        // What every screen needs is one file: fewer requests, and it compresses better together.
        codeSplitting: {
          groups: [{ name: 'shell', test: /node_modules\/(react|react-dom|scheduler|react-router|i18next|react-i18next|swr|lucide-react\/dist\/esm\/(?!icons)[^/]*|thumbhash|dequal|use-sync-external-store)\/|\/src\/(ui(?!\/(range-field|tabs|chips|photo-card|carry-photo|select|menu))|api(?!\/(upload|use-interests|use-own-profile|member-storage|database|device-memory))|i18n\/loc|app\/(paths|signup-link|account-menu|use-languages|logo|destinations|top-bar|page|change-address|members-only|use-recall|offline-screen)\.|features\/activation\/model\/reminder)/ }],
        },
      },
    },
  },
  server: {
    port: 5173,
    proxy: Object.fromEntries(['/api', '/media', '/chat-media', '/landers', '/dev'].map((path) => [path, gateway])),
  },
  test: {
    environment: 'jsdom',
    environmentOptions: { jsdom: { url: 'http://localhost/en/' } },
    setupFiles: ['tests/setup.ts'],
    include: ['src/**/*.test.{ts,tsx}', 'tests/**/*.test.{ts,tsx}'],
    // A busy machine draws slowly in jsdom; nothing is measured by this. A test may wait several times (tests/setup.ts).
    testTimeout: 60_000,
    css: { modules: { classNameStrategy: 'non-scoped' } },
  },
})
