import type { Schemas } from '@/api/core/client'
import { useResource, type Query } from '@/api/core/resource'

/** Something that happened in the account. */
export type Activity = Schemas['Activity']

/** The account's activity, newest first. A null query waits. */
export function useActivity(query: Query<'/api/activity'> | null) {
  const { data: activity, ...rest } = useResource('/api/activity', query && { query })
  return { activity, ...rest }
}
