import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'

const gateway = process.env.PAIRWISE_PUBLIC_URL ?? 'http://localhost:8080'

export default defineConfig({
  plugins: [react()],
  build: {
    target: ['chrome111', 'firefox114', 'safari16.4'],
    assetsInlineLimit: 0,
    cssMinify: 'lightningcss',
    modulePreload: { polyfill: false },
  },
  server: {
    port: 5173,
    proxy: Object.fromEntries(['/api', '/media', '/landers', '/dev'].map((path) => [path, gateway])),
  },
  test: {
    environment: 'jsdom',
    environmentOptions: { jsdom: { url: 'http://localhost/en/' } },
    setupFiles: ['tests/setup.ts'],
    include: ['src/**/*.test.{ts,tsx}', 'tests/**/*.test.{ts,tsx}'],
    css: { modules: { classNameStrategy: 'non-scoped' } },
  },
})
