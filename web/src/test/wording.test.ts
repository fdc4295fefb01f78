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

/** Texts in title case that the specification fixes; everything else is in sentence case. */
const fixedTitles = `
Action Steps, Actionable Insights, Add Site, Add Your First Site, Affected Pages, All Opportunities,
Automated Monitoring, Back to Dashboard, Bids Reduced, Billing Management, Brand vs Non-brand, CSV Uploaded Successfully,
Campaign Paused, Choose Your Plan, Clear Filters, Complete Your Subscription, Connection Failed, Content Decay,
Create Link, Current Plan, Desktop Score, Disconnect Failed, Enterprise Security, Export All, Export Details,
Export Started, Failed to Add Site, Failed to Delete Site, Failed to Update Site, Fix This, Free Trial,
Generate Report, Generation Failed, Go Back, Google Ads Analysis, Insight Completed, Insight Updated,
Integration Connected, Integration Disconnected, Internal Links, Issue Marked as Fixed, Issue Type, Link Copied,
Link Creation Failed, Manage Integrations, Manage Sites, Mark Done, Mark as Done, Mark as Fixed, Mobile Score,
Monthly Revenue, Most Popular, No Site Selected, Open Billing Portal, PDF Generated, PageSpeed Insights, Page Not Found,
Pause Campaign, Payment Failed, Payment Successful, Quick Actions, Recent Activity, Reduce Bids, Refresh Page,
Run Data Refresh, SEO & Ads Performance Report, SEO Analysis, Search Term Miner, Shareable Link Created,
Shareable Reports, Site Added, Site Deleted, Site Name, Site Updated, Technical Analysis, Technical Issues,
Test Configuration, Test Failed, Test Successful, Top Fixes, Top Opportunities, Try Again, Upgrade Now,
Upload Failed, View All, Wasted Spend, What's Included,
Mark all … as Done, … Plan`
  .split(',')
  .map((title) => title.trim().replaceAll(/\s+/g, ' '))
  .toSorted((a, b) => b.length - a.length)

/** Names, which keep their capitals, and keys of the keyboard. */
const names = new Set(
  `Ads Analytics Bing ChatGPT Claude Cmd Console Copilot Cursor Drive Editor Excel Frog Gen GitHub Google Jira
  Linear Markdown Max Meta Microsoft PageRank PageSpeed Property Screaming Search Semrush Sheets Sites Slack Teams Upslope`.split(
    /\s+/,
  ),
)

/** Capitalized words within a title that are neither names nor in a fixed title. */
const titleWords = (title: string) =>
  [...withoutTitles(title).matchAll(/(?<=[\p{L}\d…,&)] )\p{Lu}\p{Ll}[\p{L}-]*/gu)]
    .map(([word]) => word)
    .filter((word) => !names.has(word))

/** A name of several words, which are no names by themselves. */
const longName = 'Core Web Vitals'

const withoutTitles = (text: string) =>
  [longName, ...fixedTitles].reduce((rest, title) => rest.replaceAll(title, ''), text)

/** Headings, labels and buttons: sentences may quote the name of another thing. */
const isTitle = ({ place, text, joined }: { place: string; text: string; joined: boolean }) =>
  !joined &&
  !/[.!?]$/.test(text) &&
  text.split(' ').length <= 8 &&
  !/^(landing|features\/ads\/editor-file)/.test(place)

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
  it('are in sentence case, but for names and the titles of the specification', () => {
    expect(titleWords('Add Site or add Webhook in Search Console')).toEqual(['Webhook'])
    const titles = sourceTexts().filter(isTitle)
    expect(titles.length).toBeGreaterThan(1000)
    expect(
      titles.flatMap(({ place, text }) => titleWords(text).map((word) => `${place}: "${word}" in: ${text}`)),
    ).toEqual([])
  })
  it('use the words of docs/wording.tsv', () => {
    expect(rules.length).toBeGreaterThan(40)
    expect(violations([...sourceTexts(), ...generatedTexts])).toEqual([])
  })
})
