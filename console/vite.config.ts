import preact from '@preact/preset-vite'
import { defineConfig } from 'vite'

// The page is served at /, what it loads at /console/. Nothing is inlined: the
// content security policy allows no scripts, styles or pictures but files.
export default defineConfig({
  base: '/console/',
  plugins: [preact()],
  build: {
    outDir: '../api/console/dist',
    emptyOutDir: true,
    assetsDir: '.',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    target: 'es2022',
  },
  server: { proxy: { '^/(extract|types|health|analytics|admin|console/config.json)': 'http://127.0.0.1:8080' } },
})
