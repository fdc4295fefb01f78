import type { components } from '@/api/schema.gen'
import { num } from './format'

type SiteChange = components['schemas']['SiteChange']

/** What changed on one day: what people and crawls brought, and what became of opportunities, of which there may be many. */
export type DayOfChanges = { day: string; facts: SiteChange[]; statuses: SiteChange[] }

/** Changes by their day, in the order that they come. */
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

/** More changes of opportunities on a day than this are told together. */
export const fewStatuses = 2

/** What a chart marks: of many changes of opportunities on a day, only how many. */
export const marksOf = (changes: readonly SiteChange[]) =>
  byDay(changes).flatMap(({ day, facts, statuses }) => {
    const many = statuses.length > fewStatuses
    const told = many ? [`${num(statuses.length)} changes of opportunities`] : statuses.map(textOf)
    return facts
      .map(textOf)
      .concat(told)
      .map((text) => ({ day, text }))
  })

const textOf = ({ text }: SiteChange) => text
