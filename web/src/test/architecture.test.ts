import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { describe, expect, it } from 'vitest'

const src = join(import.meta.dirname, '..')
const maxFolderFiles = 25
const maxFileLines = 300

type Import = { target: string; typeOnly: boolean; names: string }
type Source = { path: string; text: string; imports: Import[] }

const importPattern =
  /(?:(?:import|export)\s+(?:(type)\s+)?([^'"();]*?)\s*from\s*|import\s*\(\s*|import\s+)['"]([^'"]+)['"]/g

/** Every handwritten file, with its imports as paths below src or package names. */
const sources: Source[] = readdirSync(src, { recursive: true, encoding: 'utf8' })
  .filter((path) => /\.tsx?$/.test(path) && !/\.(gen|d)\.ts$/.test(path))
  .map((path) => {
    const text = readFileSync(join(src, path), 'utf8')
    const imports = [...text.matchAll(importPattern)].map(([, type, names = '', to = '']) => ({
      target: to.startsWith('@/')
        ? to.slice(2)
        : to.startsWith('.')
          ? relative(src, join(src, dirname(path), to))
          : to,
      typeOnly: type !== undefined || isTypeList(names),
      names,
    }))
    return { path, text, imports }
  })

function isTypeList(names: string) {
  if (!/^\{.*\}$/s.test(names)) return false
  const list = names.slice(1, -1).split(',')
  return list.every((name) => /^\s*(type\s|$)/.test(name))
}

const isTest = ({ path }: Source) => path.startsWith('test/') || path.includes('.test.')
const code = sources.filter((source) => !isTest(source))
const below = (path: string, ...folders: string[]) => folders.some((folder) => path.startsWith(`${folder}/`))

/** The forbidden imports of files, as lines for the failure message. */
const offenders = (files: Source[], isForbidden: (found: Import, file: Source) => boolean) =>
  files.flatMap((file) =>
    file.imports.filter((found) => isForbidden(found, file)).map(({ target }) => `${file.path} -> ${target}`),
  )

const featureOf = (path: string) => /^features\/([^/]+)/.exec(path)?.[1]

const isForeignFeature = ({ target }: Import, { path }: Source) =>
  featureOf(target) !== undefined && featureOf(target) !== featureOf(path)

const isWidgetElsewhere = ({ target }: Import, { path }: Source) =>
  target.startsWith('@uppy/') && !below(path, 'features/technical/upload')

const isInternal = ({ target, typeOnly, names }: Import) =>
  !typeOnly &&
  (target === 'api/core/client' ||
    (target === 'api/core/resource' && names !== '{ swrConfig }') ||
    target === 'openapi-fetch' ||
    (target === 'swr' && names !== '{ SWRConfig }'))

const isServerCode = ({ target, typeOnly }: Import) =>
  below(target, 'api') && !typeOnly && !target.endsWith('.gen')

describe('imports', () => {
  it('are found by this test', () => {
    expect(code.length).toBeGreaterThan(200)
    expect(code.flatMap(({ imports }) => imports).length).toBeGreaterThan(1000)
    const screens = code.find(({ path }) => path === 'app/screens.ts')!
    expect(screens.imports.map(({ target }) => target)).toContain('features/overview/overview')
  })
  it('never lead from one feature to another', () => {
    expect(
      offenders(
        code.filter(({ path }) => below(path, 'features')),
        isForeignFeature,
      ),
    ).toEqual([])
  })
  it.each([
    ['lib', ['app', 'features', 'landing', 'portfolio', 'start', 'tables', 'ui']],
    ['api', ['app', 'features', 'landing', 'portfolio', 'start', 'tables', 'ui']],
    ['ui', ['app', 'features', 'landing', 'portfolio', 'start', 'tables']],
    ['tables', ['app', 'features', 'landing', 'portfolio', 'start']],
    ['start', ['app', 'features', 'landing', 'portfolio', 'tables']],
    ['portfolio', ['app', 'features', 'landing', 'start', 'tables']],
    ['features', ['app', 'landing']],
    ['landing', ['api', 'app', 'features', 'portfolio', 'start', 'tables']],
    ['app', ['landing']],
  ])('of %s lead nowhere in %j', (folder, forbidden) => {
    const files = code.filter(({ path }) => below(path, folder))
    expect(offenders(files, ({ target }) => below(target, ...forbidden))).toEqual([])
  })
  it('of lib lead to types and generated tables of the server only', () => {
    const files = code.filter(({ path }) => below(path, 'lib'))
    expect(offenders(files, isServerCode)).toEqual([])
  })
  it('of React’s lazy are in one file, which tries twice and says what did not load', () => {
    const lazies = code.filter(({ imports }) =>
      imports.some(({ target, names }) => target === 'react' && /\blazy\b/.test(names)),
    )
    expect(lazies.map(({ path }) => path)).toEqual(['lib/parts/lazy-part.tsx'])
  })
  it('go to the file that has the thing: there are no barrels', () => {
    expect(sources.filter(({ path }) => /(^|\/)index\.tsx?$/.test(path)).map(({ path }) => path)).toEqual([])
    const reexports = code.filter(({ text }) => /^export\s+(\*|(type\s+)?\{[^}]*\}\s+from)/m.test(text))
    expect(reexports.map(({ path }) => path)).toEqual([])
  })
})

describe('the server', () => {
  const outside = code.filter(({ path }) => !below(path, 'api'))
  it('is talked to only by api, and by the uploader widget', () => {
    const talks = /\bfetch\s*\(|\bnew (EventSource|XMLHttpRequest|WebSocket)\b|\bsendBeacon\b/
    expect(outside.filter(({ text }) => talks.test(text)).map(({ path }) => path)).toEqual([])
    expect(offenders(outside, isWidgetElsewhere)).toEqual([])
  })
  it('has one client and one cache, which nothing outside api uses by itself', () => {
    expect(offenders(outside, isInternal)).toEqual([])
  })
})

describe('the size', () => {
  it(`of a folder is at most ${maxFolderFiles} files, tests aside`, () => {
    const counts = new Map<string, number>()
    for (const { path } of code) counts.set(dirname(path), (counts.get(dirname(path)) ?? 0) + 1)
    expect([...counts].filter(([, files]) => files > maxFolderFiles)).toEqual([])
  })
  it(`of a file is at most ${maxFileLines} lines`, () => {
    const long = sources.filter(({ text }) => text.trimEnd().split('\n').length > maxFileLines)
    expect(long.map(({ path }) => path)).toEqual([])
  })
})
