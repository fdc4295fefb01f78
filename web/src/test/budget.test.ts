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

/** The scripts and styles that entries load before they run, each file once. */
function filesOf(...entries: string[]) {
  const chunks = manifest()
  const scripts = new Set<string>()
  const styles = new Set<string>()
  const visit = (name: string) => {
    const chunk = chunks[name]
    if (!chunk || scripts.has(chunk.file)) return
    scripts.add(chunk.file)
    for (const file of chunk.css ?? []) styles.add(file)
    for (const imported of chunk.imports ?? []) visit(imported)
  }
  for (const entry of entries) visit(entry)
  return { scripts: [...scripts].filter((file) => file.endsWith('.js')), styles: [...styles] }
}

const total = (files: string[], size: (file: string) => number) =>
  files.reduce((sum, file) => sum + size(file), 0)

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
  it.each([
    ['the shell alone', 95, 12],
    ['overview', 111, 12],
    ['opportunities', 134, 12],
    ['seo', 135, 12],
    ['ads', 136, 12],
    ['reports', 114, 12],
    ['sites', 107, 12],
    ['settings', 114, 12],
    ['subscribe', 104, 12],
    ['technical', 139, 12],
  ])('of %s, the shell included: at most %i KB of script and %i KB of CSS', (route, maxScript, maxStyle) => {
    const entries =
      route === 'the shell alone' ? ['app.html'] : ['app.html', `src/features/${route}/${route}.tsx`]
    expect(Object.keys(manifest())).toEqual(expect.arrayContaining(entries))
    const { scripts, styles } = filesOf(...entries)
    expect(scripts.length).toBeGreaterThan(1)
    expect(scripts.length).toBeLessThanOrEqual(14)
    expect(total(scripts, gzip)).toBeLessThanOrEqual(maxScript)
    expect(styles.length).toBeGreaterThan(0)
    expect(total(styles, brotli)).toBeLessThanOrEqual(maxStyle)
  })
  it('of technical with its upload card, before somebody approaches it: at most 142 KB of script', () => {
    const card = Object.keys(manifest()).filter((name) => name.startsWith('_upload-'))
    expect(card).toHaveLength(1)
    const { scripts } = filesOf('app.html', 'src/features/technical/technical.tsx', ...card)
    expect(total(scripts, gzip)).toBeLessThanOrEqual(142)
  })
  it('come in few files: at most 20 scripts are below 1 KB', () => {
    const scripts = readdirSync(join(dist, 'assets')).filter((name) => name.endsWith('.js'))
    expect(scripts.filter((file) => gzip(`assets/${file}`) < 1).length).toBeLessThanOrEqual(20)
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
