import type { Schemas } from './client'
import { useResource, type Query } from './resource'

/** A connection to a provider of data. */
export type Integration = Schemas['Integration']

/** Connections: of a site all four, else those that exist in the account. Null waits. */
export function useIntegrations(query: Query<'/api/integrations'> | null) {
  const { data: integrations, ...rest } = useResource('/api/integrations', query && { query })
  return { integrations, ...rest }
}
