import type { components } from '@/api/schema.gen'
import { calendarDay, joined, money, num, percent, precise, price, share, significant, words } from './format'

type Insight = components['schemas']['Insight']
type Value = components['schemas']['Value']
/** What a person does with an insight. */
export type Status = components['schemas']['Status']

/** Which of three colours a score has. */
export type Band = 'high' | 'medium' | 'low'

/** Score bands: from 70 high, from 50 medium. */
export const scoreBand = (score: number): Band => (score >= 70 ? 'high' : score >= 50 ? 'medium' : 'low')

/** Impact and effort in a word: from 70 High, from 40 Medium. */
export const level = (n: number) => (n >= 70 ? 'High' : n >= 40 ? 'Medium' : 'Low')

/** Every status in the order of the work, with the words on screen. */
export const statuses: { value: Status; label: string }[] = [
  { value: 'open', label: 'Open' },
  { value: 'in_progress', label: 'In progress' },
  { value: 'done', label: 'Done' },
  { value: 'dismissed', label: 'Dismissed' },
]

/** The status in words. */
export const statusLabel = (status: Status) => statuses.find((s) => s.value === status)?.label ?? words(status)

/** Says whether an insight still waits for its owner. */
export const isPending = (insight: Insight) => insight.status === 'open' || insight.status === 'in_progress'

/** "Meta issues opportunity"; a type that already ends in the word does not get it twice, and a warning is none. */
export const kindOf = (type: string) =>
  type === 'data_warning' ? words(type) : words(type).replace(/ opportunity$/, '') + ' opportunity'

/** What the insight is about, as the user names it: the page, the query, the template; what has a number by its name. */
export function entityName({ entity, entityType, evidence }: Insight) {
  const named = evidence[namedBy[entityType] ?? '']
  if (typeof named === 'string' && named !== '') return named
  if (entityType === 'query' && entity.query) return entity.query
  return entity.page ?? entity.template ?? entity.query ?? entity.term ?? entity.campaignId ?? entity.adGroupId
}

/** Where the evidence has the name of what Google Ads numbers. */
const namedBy: Record<string, string> = { ad_group: 'adGroup', campaign: 'campaign' }

/** Likewise where there is little room: a page by its path. */
export function shortEntityName(insight: Insight) {
  const name = entityName(insight)
  const { pathname, search } = (insight.entity.page && URL.parse(insight.entity.page)) || {}
  return pathname && name === insight.entity.page ? `${pathname}${search}` : name
}

/** What kind of thing it is about: "Page", "Whole site"; empty when nothing says. */
export const entityKind = ({ entityType }: Insight) => entityKinds[entityType] ?? words(entityType)

/** Kinds whose own word says little to people. */
const entityKinds: Record<string, string> = { site: 'Whole site', ngram: 'Words' }

/** Says whether it is a warning about the data of the site rather than something to win. */
export const isDataWarning = ({ entityType }: Insight) => entityType === 'site'

/** The days that the figures of its evidence are of, the first source's; undefined where they are of no span of days. */
export function windowOf({ evidence }: Insight) {
  const span = /(\d{1,2} \w+ \d{4}) to (\d{1,2} \w+ \d{4})/.exec(String(evidence['window'] ?? ''))
  const [from, to] = (span?.slice(1) ?? []).map((day) => new Date(`${day} UTC`))
  if (!from || !to || Number.isNaN(from.getTime()) || Number.isNaN(to.getTime())) return undefined
  return { from: from.toISOString().slice(0, 10), to: to.toISOString().slice(0, 10) }
}

/** The steps: the instructions line by line, without blank lines and without numbers of their own. */
export const stepsOf = (instructions: string) =>
  instructions
    .split('\n')
    .map((line) => line.trim().replace(/^\d+[.)]\s+/, ''))
    .filter((line) => line !== '')

/** An amount of a value in its unit: "€120", "€0.40", "1 click". */
export function amountOf({ unit, currency }: Pick<Value, 'unit' | 'currency'>, n: number) {
  if (unit === 'currency') return money(n, currency ?? 'USD', Math.abs(n) < 10 && n % 1 !== 0 ? 2 : 0)
  const clicks = Math.round(n)
  return `${num(clicks)} ${Math.abs(clicks) === 1 ? 'click' : 'clicks'}`
}

/** "€120 – €340" or "12 – 40 clicks", per month. */
export function valueRange(value: Value) {
  const { high, unit } = value
  const low = high < 10 ? value.low : Math.round(value.low) // no cents beside a sum that has none
  const from = unit === 'currency' ? amountOf(value, low) : num(Math.round(low))
  const to = amountOf(value, high)
  return from === to || amountOf(value, low) === to ? to : `${from} – ${to}`
}

/** "€12,400 (8,100–19,300)", for sentences. */
export function valueWithRange(value: Value) {
  const digits = Math.abs(value.high) < 10 && value.unit === 'currency' ? 10 : 1
  const bound = (n: number) => num(Math.round(n * digits) / digits)
  return `${amountOf(value, value.mid)} (${bound(value.low)}–${bound(value.high)})`
}

/** Values of several units in one sentence, the largest first: "€12,400 (8,100–19,300) and 320 clicks (100–600)". */
export const valuesWithRange = (values: readonly Value[]) => joined(values.map(valueWithRange))

/** Why a value is missing: said wherever the value would stand. */
export const valueUnknownReason =
  'Nothing proves what this costs. Its severity ranks it, and what its pages get.'

/** The name of a figure or column of the evidence in words: "Pages affected", "Canonical URL". */
export const fieldName = (name: string) =>
  words(name)
    .replace(/ month$/, ' a month')
    .replace(/ (percent|percentile|seconds|ms)$/, '')
    .replace(/\bpage rank\b/i, 'PageRank')
    .replace(/\burls\b/gi, 'URLs')
    .replace(/\b(url|h1|h2|ctr|cpc|lcp|inp|cls|ttfb)\b/gi, (acronym) => acronym.toUpperCase())

/** Units that the name of a figure ends in; rows of evidence have the names of their columns. */
const units: [ending: RegExp, unit: string][] = [
  [/(P|_p)ercent$/, '%'],
  [/(S|_s)econds$/, ' s'],
  [/(M|_m)s$/, ' ms'],
]

/** Words for what the engine has short names for. */
const codes: Record<string, string> = {
  url: 'Real visits to this page',
  origin: 'Real visits to the whole site',
  lab: 'One simulated visit',
  pagerank: 'PageRank over the links of the crawl',
}

/** Sums of money, by their names. */
const isMoney = /^(spend|cost|revenue)|(cost|spend)|(click|conversion)[_]?value$/i

/** A figure of the evidence as text: numbers in the reader's format and their unit, shares in percent, nothing as Unknown. */
export function evidenceText(name: string, value: unknown, currency?: string | undefined): string {
  if (value === null || value === undefined || value === '') return 'Unknown'
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (typeof value === 'number') {
    if (name.startsWith('probability')) return share(value, 1)
    if (/(rate|percentile|seen_?together)$/i.test(name)) return percent(value)
    if (currency && isMoney.test(name)) return price(value, currency)
    if (/(P|_p)ercent$/.test(name) && value >= 1) return share(value / 100, 1)
    // A tenth is too coarse for what is below one, and for seconds, whose limits lie close by.
    const number =
      Math.abs(value) < 1
        ? significant(value, 2)
        : /(S|_s)econds$/.test(name)
          ? precise(Math.round(value * 100) / 100)
          : num(value)
    return number + (units.find(([ending]) => ending.test(name))?.[1] ?? '')
  }
  if (Array.isArray(value)) return value.map((one) => evidenceText(name, one)).join(', ')
  if (typeof value === 'object') return JSON.stringify(value)
  const text = String(value)
  if (/^\d{4}-\d\d-\d\d(T00:00:00Z)?$/.test(text)) return calendarDay(text)
  return (/by$/i.test(name) && codes[text]) || text
}
