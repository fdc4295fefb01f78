import type { Schemas } from './client'
import { useResource, type Query } from './resource'

/** The key figures; null is unknown. */
export type KPIs = Schemas['KPIs']

/** The last 28 final days against the 28 before. Null waits. */
export function useKPIs(query: Query<'/api/kpis/overview'> | null) {
  const { data: kpis, ...rest } = useResource('/api/kpis/overview', query && { query })
  return { kpis, ...rest }
}
