import type { Schemas } from '@/api/core/client'
import { useResource, type Query } from '@/api/core/resource'

/** The key figures; null is unknown. */
export type KPIs = Schemas['KPIs']

/** The figures of the given days, else of the last 28 final ones against the 28 before. Null waits. */
export function useKPIs(query: Query<'/api/kpis/overview'> | null) {
  const { data: kpis, ...rest } = useResource('/api/kpis/overview', query && { query })
  return { kpis, ...rest }
}

/** The figures of one day; null is unknown. */
export type DailyKPIs = Schemas['DailyKPIRow']

/** The daily figures of the charts, oldest first, without missing days. A null query waits. */
export function useDailyKPIs(query: Query<'/api/kpis/daily'> | null) {
  const { data: days, ...rest } = useResource('/api/kpis/daily', query && { query })
  return { days, ...rest }
}
