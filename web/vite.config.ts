import { defineConfig } from 'vitest/config'
import react from '@vitejs/plugin-react'
import tailwindcss from '@tailwindcss/vite'
import { compression } from 'vite-plugin-compression2'
import { chunkGroups } from './vite-chunks.ts'
import { landing } from './vite-landing.ts'
import { testTimes } from './vite-test-times.ts'

export default defineConfig({
  plugins: [
    react(),
    tailwindcss(),
    landing(),
    compression({ algorithms: ['gzip', 'brotliCompress'], include: /\.(js|css|html|svg)$/, threshold: 1024 }),
  ],
  resolve: { tsconfigPaths: true },
  server: { proxy: { '/api': 'http://127.0.0.1:8080' } },
  build: {
    target: 'baseline-widely-available',
    manifest: true,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: ['index.html', 'app.html'],
      output: {
        codeSplitting: { groups: chunkGroups },
      },
    },
  },
  test: {
    reporters: ['default', testTimes],
    environment: 'happy-dom',
    setupFiles: './src/test/setup.ts',
    projects: [
      { extends: true, test: { name: 'screens', include: ['src/**/*.test.tsx'] } },
      // These render nothing: what they import is loaded once, not anew for each file.
      { extends: true, test: { name: 'logic', include: ['src/**/*.test.ts'], isolate: false } },
    ],
    restoreMocks: true,
    testTimeout: 180_000, // far above the slowest test: only a hanging test fails by it
    hookTimeout: 180_000,
    expect: { poll: { timeout: 60_000 } },
    maxWorkers: '100%', // by default vitest leaves one core unused, which is half of a small machine
  },
})
