import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'

type Chunk = { file: string; imports?: string[]; css?: string[] }

const dist = join(import.meta.dirname, '../../dist')
const built = existsSync(join(dist, '.vite/manifest.json'))
const read = (file: string) => readFileSync(join(dist, file))
const gzip = (file: string) => gzipSync(read(file)).length / 1024
const brotli = (file: string) => brotliCompressSync(read(file)).length / 1024

function manifest() {
  return JSON.parse(read('.vite/manifest.json').toString()) as Record<string, Chunk>
}

/** Scripts that the entries need before they run. */
function scripts(...entries: string[]) {
  const chunks = manifest()
  const needed = new Set<string>()
  const visit = (name: string) => {
    const chunk = chunks[name]
    if (!chunk || needed.has(chunk.file)) return
    needed.add(chunk.file)
    for (const imported of chunk.imports ?? []) visit(imported)
  }
  for (const entry of entries) visit(entry)
  return [...needed].filter((file) => file.endsWith('.js')).reduce((sum, file) => sum + gzip(file), 0)
}

// KB; needs `npm run build` first, as `make test` does.
describe.skipIf(!built)('the bytes of a first visit', () => {
  it('of the landing page: no script, and at most 60 KB with its font', () => {
    const html = read('index.html').toString()
    expect(html).not.toContain('<script')
    expect(html).not.toMatch(/<link[^>]+rel="(stylesheet|modulepreload)"/)
    expect(html.match(/<img[^>]*>/g)?.every((img) => img.includes('loading="lazy"'))).toBe(true)
    const font = /href="\/(assets\/geist[^"]+)"/.exec(html)?.[1] ?? ''
    expect(brotli('index.html') + read(font).length / 1024).toBeLessThanOrEqual(60)
  })
  it('of the shell: at most 140 KB of script', () => {
    expect(scripts('app.html')).toBeLessThanOrEqual(140)
  })
  it.each([
    ['src/features/overview/overview.tsx', 165],
    ['src/features/opportunities/opportunities.tsx', 165],
    ['src/features/seo/seo.tsx', 165],
    ['src/features/ads/ads.tsx', 165],
    ['src/features/sites/sites.tsx', 165],
    ['src/features/settings/settings.tsx', 165],
    ['src/features/technical/technical.tsx', 225],
  ])('of %s with the shell: at most %i KB of script', (screen, limit) => {
    expect(manifest()).toHaveProperty([screen])
    expect(scripts('app.html', screen)).toBeLessThanOrEqual(limit)
  })
  it('of the app’s CSS: at most 12 KB', () => {
    for (const file of readdirSync(join(dist, 'assets')).filter((name) => name.endsWith('.css')))
      expect(brotli(`assets/${file}`)).toBeLessThanOrEqual(12)
  })
  it('of both pages: no inline script, which the content security policy forbids', () => {
    for (const page of ['index.html', 'app.html'])
      expect(read(page).toString()).not.toMatch(/<script(?![^>]*\bsrc=)|\son\w+="/)
  })
})
