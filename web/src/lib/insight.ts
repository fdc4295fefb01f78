import type { components } from '@/api/schema.gen'
import {
  calendarDay,
  joinAnd,
  money,
  num,
  percent,
  upToThousandths,
  price,
  share,
  significant,
  humanize,
} from './format'

type Insight = components['schemas']['Insight']
type Value = components['schemas']['Value']
/** The status of an insight. */
export type Status = components['schemas']['Status']

/** The color band of a score. */
export type Band = 'high' | 'medium' | 'low'

/** From 70 high, from 50 medium. */
export const scoreBand = (score: number): Band => (score >= 70 ? 'high' : score >= 50 ? 'medium' : 'low')

/** Impact or effort in a word: from 70 High, from 40 Medium. */
export const level = (n: number) => (n >= 70 ? 'High' : n >= 40 ? 'Medium' : 'Low')

/** Every status with its label, in the order of the work. */
export const statuses: { value: Status; label: string }[] = [
  { value: 'open', label: 'Open' },
  { value: 'in_progress', label: 'In progress' },
  { value: 'done', label: 'Done' },
  { value: 'dismissed', label: 'Dismissed' },
]

/** The label of a status. */
export const statusLabel = (status: Status) =>
  statuses.find((s) => s.value === status)?.label ?? humanize(status)

/** Whether an insight is still to be done. */
export const isPending = (insight: Insight) => insight.status === 'open' || insight.status === 'in_progress'

/**
 * "Meta issues opportunity"; a type that ends in the word does not get it twice, and a warning not at all.
 */
export const kindOf = (type: string) =>
  type === 'data_warning' ? humanize(type) : humanize(type).replace(/ opportunity$/, '') + ' opportunity'

/** The subject of an insight: the page, the query, the template; a numeric id by its name. */
export function entityName({ entity, entityType, evidence }: Insight) {
  const name = evidence[nameFields[entityType] ?? '']
  if (typeof name === 'string' && name !== '') return name
  if (entityType === 'query' && entity.query) return entity.query
  return entity.page ?? entity.template ?? entity.query ?? entity.term ?? entity.campaignId ?? entity.adGroupId
}

/** The evidence fields with the names of Google Ads' numeric ids. */
const nameFields: Record<string, string> = { ad_group: 'adGroup', campaign: 'campaign' }

/** The same for little room: a page by its path. */
export function shortEntityName(insight: Insight) {
  const name = entityName(insight)
  if (isAcrossSite(insight.entity)) return undefined
  const { pathname, search } = (insight.entity.page && URL.parse(insight.entity.page)) || {}
  return pathname && name === insight.entity.page ? `${pathname}${search}` : name
}

/** The kind of subject: "Page", "Whole site"; empty if unknown. */
export const entityKind = ({ entityType, entity }: Insight) =>
  isAcrossSite(entity) ? 'Across the site' : (entityKinds[entityType] ?? humanize(entityType))

/** Whether its pages are of the whole site. */
const isAcrossSite = ({ template }: Insight['entity']) => template === '/*'

/** Kinds whose own name is unclear. */
const entityKinds: Record<string, string> = { site: 'Whole site', ngram: 'Words', template: 'Section' }

/** Whether it is a warning about the site's data rather than an opportunity. */
export const isDataWarning = ({ entityType }: Insight) => entityType === 'site'

/** The days of its evidence, of the first source; undefined if it has none. */
export function windowOf({ evidence }: Insight) {
  const span = /([A-Z]\w+ \d{1,2}, \d{4}) to ([A-Z]\w+ \d{1,2}, \d{4})/.exec(String(evidence['window'] ?? ''))
  const [from, to] = (span?.slice(1) ?? []).map((day) => new Date(`${day} UTC`))
  if (!from || !to || Number.isNaN(from.getTime()) || Number.isNaN(to.getTime())) return undefined
  return { from: from.toISOString().slice(0, 10), to: to.toISOString().slice(0, 10) }
}

/** A clause as a sentence of its own. */
export const capitalize = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

/** The steps: the lines of the instructions without blank ones and without numbering. */
export const stepsOf = (instructions: string) =>
  instructions
    .split('\n')
    .map((line) => line.trim().replace(/^\d+[.)]\s+/, ''))
    .filter((line) => line !== '')

/** An estimate claims no more than two digits: 5,574 is 5,600. */
export const estimate = (n: number) => (Math.abs(n) < 100 ? n : Number(n.toPrecision(2)))

/** An amount of a value in its unit: "€5,600", "€0.40", "1 click". */
export function amountOf({ unit, currency }: Pick<Value, 'unit' | 'currency'>, n: number) {
  const rounded = estimate(n)
  if (unit === 'currency') return money(rounded, currency ?? 'USD', Math.abs(n) < 10 && n % 1 !== 0 ? 2 : 0)
  const clicks = Math.round(rounded)
  return `${num(clicks)} ${Math.abs(clicks) === 1 ? 'click' : 'clicks'}`
}

/** "€120 – €340" or "12 – 40 clicks", per month. */
export function valueRange(value: Value) {
  const { high, unit } = value
  const low = high < 10 ? value.low : Math.round(value.low) // no cents beside a round sum
  const from = unit === 'currency' ? amountOf(value, low) : num(Math.round(estimate(low)))
  const to = amountOf(value, high)
  return from === to || amountOf(value, low) === to ? to : `${from} – ${to}`
}

/** "€12,000 (8,100–19,000)", within sentences */
export function valueWithRange(value: Value) {
  const digits = Math.abs(value.high) < 10 && value.unit === 'currency' ? 10 : 1
  const bound = (n: number) => num(Math.round(estimate(n) * digits) / digits)
  return `${amountOf(value, value.mid)} (${bound(value.low)}–${bound(value.high)})`
}

/** Values of several units in a sentence: "€12,000 (8,100–19,000) and 320 clicks (100–600)". */
export const valuesWithRange = (values: readonly Value[]) => joinAnd(values.map(valueWithRange))

/** The source of a click's value that makes it revenue, without margins. */
export const revenueOfVisits = 'Revenue of organic visits in Google Analytics'

/** Why a value is missing. */
export const valueUnknownReason = 'Value not estimated. Ranked by severity and traffic.'

/** Units by the ending of a field's name. */
const units: [ending: RegExp, unit: string][] = [
  [/percent$/i, '%'],
  [/seconds$/i, ' s'],
  [/(M|_m)s$/, ' ms'],
]

/** Labels for codes of the engine. */
const codes: Record<string, string> = {
  url: 'Field data for this page',
  origin: 'Field data for the whole site',
  lab: 'One lab test',
  pagerank: 'Internal PageRank of the crawl',
}

/** Fields with amounts of money. */
const isMoney = /^(spend|cost|revenue|cpc)|(cost|spend)|_cpc$|(click|conversion)[_]?value$/i

/** The currency of the amounts in the evidence; without a value in money, the evidence says it. */
export function currencyOf({ value, evidence }: Pick<Insight, 'value' | 'evidence'>) {
  const { currency } = evidence
  return value?.currency ?? (typeof currency === 'string' ? currency : undefined)
}

/** "July 7, 2026", as the engine writes a day. */
const writtenDay = /[A-Z]\w+ \d{1,2}, \d{4}/g

const dayOf = (text: string) => {
  const at = new Date(`${text} UTC`)
  return Number.isNaN(at.getTime()) ? text : calendarDay(at.toISOString().slice(0, 10))
}

/** Periods with days as the app writes them; everything else as it is. */
function textOf(name: string, text: string) {
  if (/window$/i.test(name)) {
    // Several snapshots may be of one day.
    const spans = [...new Set(text.split('; '))].join('; ')
    return spans.replace(writtenDay, dayOf).replace(/(\d{4}) to /g, '$1 – ')
  }
  return name === 'coverage' ? text.replace(/ came$/, '') : text
}

/** "95%"; estimates claim no certainty. */
export const probability = (value: number) =>
  value > 0.99 ? `over ${share(0.99)}` : value < 0.01 ? `under ${share(0.01)}` : share(value)

/** A field of the evidence as text: formatted by its unit, shares in percent, nothing as Unknown. */
export function evidenceText(name: string, value: unknown, currency?: string | undefined): string {
  if (value === null || value === undefined || value === '') return 'Unknown'
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (currency && isMoney.test(name) && !Number.isNaN(Number(value))) return price(Number(value), currency)
  if (typeof value === 'number') {
    if (name.startsWith('probability')) return probability(value)
    if (/(rate|percentile|seen_?together)$/i.test(name)) return percent(value)
    if (/percent$/i.test(name) && value >= 1) return share(value / 100, 1)
    if (/position/i.test(name)) return num(value)
    // Values below one need hundredths, and so do seconds, whose thresholds are close together.
    const number =
      Math.abs(value) < 1
        ? significant(value, 2)
        : /seconds$/i.test(name)
          ? upToThousandths(Math.round(value * 100) / 100)
          : num(value)
    return number + (units.find(([ending]) => ending.test(name))?.[1] ?? '')
  }
  if (Array.isArray(value)) return value.map((item) => evidenceText(name, item)).join(', ')
  if (typeof value === 'object') return JSON.stringify(value)
  const text = textOf(name, String(value))
  if (/^\d{4}-\d\d-\d\d(T00:00:00Z)?$/.test(text)) return calendarDay(text)
  if (name === 'bidding') return humanize(text)
  return (/by$/i.test(name) && codes[text]) || text
}
