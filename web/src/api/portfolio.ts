import type { Schemas } from '@/api/core/client'
import { useResource, type Query } from '@/api/core/resource'

/** The insights to do first in a number of hours. */
export type Plan = Schemas['Plan']
/** One site of the account beside the others. */
export type PortfolioSite = Schemas['PortfolioSite']

/** What to do first in so many hours, of one site or of all; null waits. */
export function usePlan(query: Query<'/api/plan'> | null) {
  const { data: plan, ...rest } = useResource('/api/plan', query && { query })
  return { plan, ...rest }
}

/** Every site of the account beside the others, those with the most expected value first. */
export function usePortfolio() {
  const { data: sites, ...rest } = useResource('/api/portfolio', {})
  return { sites, ...rest }
}
