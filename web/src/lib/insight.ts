import type { components } from '@/api/schema.gen'
import { joinAnd, money, num, humanize } from './format'

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
