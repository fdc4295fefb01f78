import type { Schemas } from '@/api/core/client'
import { useResource, type Query } from '@/api/core/resource'

/** The key figures; null is unknown. */
export type KPIs = Schemas['KPIs']

/** The last 28 final days against the 28 before. Null waits. */
export function useKPIs(query: Query<'/api/kpis/overview'> | null) {
  const { data: kpis, ...rest } = useResource('/api/kpis/overview', query && { query })
  return { kpis, ...rest }
}

/** The figures of one day; null is unknown. */
export type DailyKPIs = Schemas['DailyKPIRow']

/** The figures of the charts day by day, the oldest first, without gaps between the days. Null waits. */
export function useDailyKPIs(query: Query<'/api/kpis/daily'> | null) {
  const { data: days, ...rest } = useResource('/api/kpis/daily', query && { query })
  return { days, ...rest }
}
