import type { Schemas } from '@/api/core/client'
import { useResource, type Query } from '@/api/core/resource'

/** The insights to work on first within a number of hours. */
export type Plan = Schemas['Plan']
/** A site of the account with its totals. */
export type PortfolioSite = Schemas['PortfolioSite']

/** The plan for one site or for all; a null query waits. */
export function usePlan(query: Query<'/api/plan'> | null) {
  const { data: plan, ...rest } = useResource('/api/plan', query && { query })
  return { plan, ...rest }
}

/**
 * Every site of the account, of a client or with a tag, with its totals, highest expected value first. A null
 * query waits.
 */
export function usePortfolio(query: Query<'/api/portfolio'> | null = {}) {
  const { data: sites, ...rest } = useResource('/api/portfolio', query && { query })
  return { sites, ...rest }
}
