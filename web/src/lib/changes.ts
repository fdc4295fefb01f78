import type { components } from '@/api/schema.gen'
import { num } from './format'

type SiteChange = components['schemas']['SiteChange']

/** The changes of one day: facts (notes, crawls) and status changes of opportunities. */
export type DayOfChanges = { day: string; facts: SiteChange[]; statuses: SiteChange[] }

/** Groups changes by day, keeping their order. */
export function byDay(changes: readonly SiteChange[]): DayOfChanges[] {
  const days = new Map<string, DayOfChanges>()
  for (const change of changes) {
    const day = days.get(change.day) ?? { day: change.day, facts: [], statuses: [] }
    days.set(change.day, day)
    if (change.kind === 'status') day.statuses.push(change)
    else day.facts.push(change)
  }
  return [...days.values()]
}

/** More status changes than this on one day are summarized. */
export const maxListedStatuses = 2

/** The chart marks of the changes; many status changes on a day become one mark with their number. */
export const marksOf = (changes: readonly SiteChange[]) =>
  byDay(changes).flatMap(({ day, facts, statuses }) => {
    const summarized = statuses.length > maxListedStatuses
    const statusTexts = summarized ? [`${num(statuses.length)} opportunity updates`] : statuses.map(textOf)
    return facts
      .map(textOf)
      .concat(statusTexts)
      .map((text) => ({ day, text }))
  })

const textOf = ({ text }: SiteChange) => text
