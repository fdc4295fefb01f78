import type { components } from '@/api/schema.gen'

type Insight = components['schemas']['Insight']

/** Opportunities that are settled together: the strongest one and the others. */
export type Task<T> = { lead: T; followers: T[] }

/**
 * Groups a list into tasks, keeping its order; a follower whose lead is not in the list is a task of its own.
 */
export function tasksOf<T>(list: readonly T[], insightOf: (item: T) => Insight): Task<T>[] {
  const tasks = new Map(
    list.map((item): [string, Task<T>] => [insightOf(item).id, { lead: item, followers: [] }]),
  )
  return list.flatMap((item) => {
    const { id, leadId } = insightOf(item)
    const leadTask = tasks.get(leadId ?? '')
    if (leadTask === undefined) return [tasks.get(id)!]
    leadTask.followers.push(item)
    return []
  })
}

/** The followers of an insight in a few words: "+2 on the same page". */
export function followersText(lead: Insight, followers: readonly Insight[], count = followers.length) {
  const all = (part: 'page' | 'query') =>
    followers.length === count &&
    followers.every(({ entity }) => entity[part] !== undefined && entity[part] === lead.entity[part])
  return `+${count} ${all('page') ? 'on the same page' : all('query') ? 'for the same search' : 'with the same cause'}`
}
