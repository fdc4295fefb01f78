import type { components } from '@/api/schema.gen'
import { money, num, words } from './format'

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

/** "Meta issues opportunity"; a type that already ends in the word does not get it twice. */
export const kindOf = (type: string) => words(type).replace(/ opportunity$/, '') + ' opportunity'

/** What the insight is about, as the user names it: the page, the query, the template. */
export function entityName({ entity }: Insight) {
  return entity.page ?? entity.template ?? entity.query ?? entity.term ?? entity.campaignId ?? entity.adGroupId
}

/** The steps: the instructions line by line, without blank lines and without numbers of their own. */
export const stepsOf = (instructions: string) =>
  instructions
    .split('\n')
    .map((line) => line.trim().replace(/^\d+[.)]\s+/, ''))
    .filter((line) => line !== '')

/** "€120 – €340" or "12 – 40 clicks", per month. */
export function valueRange({ low, high, unit, currency }: Value) {
  const amount = (n: number) => (unit === 'currency' ? money(n, currency ?? 'USD') : num(Math.round(n)))
  const range = amount(low) === amount(high) ? amount(high) : `${amount(low)} – ${amount(high)}`
  return unit === 'currency' ? range : `${range} clicks`
}

/** Why a value is missing: said wherever the value would stand. */
export const valueUnknownReason = 'No traffic data covers this yet, so its severity alone ranks it.'

/** The name of a figure or column of the evidence in words: "Pages affected", "Canonical URL". */
export const fieldName = (name: string) =>
  words(name)
    .replace(/\burls\b/gi, 'URLs')
    .replace(/\b(url|h1|h2|ctr|cpc|lcp|inp|cls)\b/gi, (acronym) => acronym.toUpperCase())

/** A figure of the evidence as text: numbers in the reader's format, shares in percent, nothing as Unknown. */
export function evidenceText(name: string, value: unknown): string {
  if (value === null || value === undefined || value === '') return 'Unknown'
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (typeof value === 'number') {
    if (name.startsWith('probability')) return `${num(value * 100)}%`
    return num(value)
  }
  if (Array.isArray(value)) return value.map((one) => evidenceText(name, one)).join(', ')
  if (typeof value === 'object') return JSON.stringify(value)
  return String(value)
}
