import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

/** Builds what draws pages on the server (`src/server`): one module with all it needs, because the image has no packages. */
export default defineConfig({
  plugins: [react()],
  resolve: { alias: { '@': join(import.meta.dirname, 'src'), 'use-sync-external-store/shim': 'react' } },
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
