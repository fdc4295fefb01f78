import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { sourceTexts, textsOf } from './texts'

const root = join(import.meta.dirname, '..', '..', '..')

/** The rules of docs/wording.tsv, which Go's tests of the insights read too. */
const rules = readFileSync(join(root, 'docs/wording.tsv'), 'utf8')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'))
  .map((line) => line.split('\t') as [pattern: string, better: string])
  .map(([pattern, better]) => ({ pattern: new RegExp(pattern, 'i'), better }))

/** Texts that the specification fixes, with the word in them that we no longer write. */
const fixedTexts = new Set([
  'Insight Updated',
  'Insight Completed',
  'Insight status updated',
  'Insights are being recomputed',
  'Recompute insights',
  'Failed to recompute insights',
  'Failed to update insight',
  'Insights', // the section of a report
  'Turn Data Into Actionable Insights',
  'Automated Insights',
  'Actionable Insights',
  'PageSpeed Insights',
  'PageSpeed insights',
  'Cross-channel insights',
  'Keyword and ranking insights',
])

const withoutFixed = (text: string) =>
  [...fixedTexts, 'to unlock keyword and spend insights', 'integration is set up through environment variables']
    .toSorted((a, b) => b.length - a.length)
    .reduce((rest, fixed) => rest.replaceAll(fixed, '…'), text)
    .replaceAll(/Required environment variables|required environment variables/g, '…')

const violations = (texts: { place: string; text: string }[]) =>
  texts.flatMap(({ place, text }) =>
    rules.flatMap(({ pattern, better }) => {
      const hit = pattern.exec(withoutFixed(text))
      return hit ? [`${place}: "${hit[0]}", write ${better}: ${text}`] : []
    }),
  )

/** Texts of the contract that the app shows. */
const generatedTexts = ['provider-help.gen.ts'].flatMap((file) =>
  textsOf(`api/${file}`, readFileSync(join(root, 'web/src/api', file), 'utf8')),
)

describe('texts of the app', () => {
  it('are found where people read them', () => {
    const texts = sourceTexts().map(({ text }) => text)
    expect(texts.length).toBeGreaterThan(1000)
    expect(texts).toContain('What to fix, ranked by value and effort')
    const code = `const a = <p className="due soon" title="One task">Tents <b>are due</b> {n}</p>
      const b = \`\${n} of unknown worth\`; const c = cx('tasks are', x); import d from 'some tasks'`
    expect(violations(textsOf('a.tsx', code)).map((line) => line.split(',')[0])).toEqual([
      'a.tsx:1: "are due"',
      'a.tsx:1: "task"',
      'a.tsx:1: "are due"',
      'a.tsx:2: "unknown worth"',
    ])
  })
  it('use the words of docs/wording.tsv', () => {
    expect(rules.length).toBeGreaterThan(40)
    expect(violations([...sourceTexts(), ...generatedTexts])).toEqual([])
  })
})
