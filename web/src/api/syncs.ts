import type { Schemas } from '@/api/core/client'
import { useResource, type Query } from '@/api/core/resource'

/** One sync of one connection. */
export type SyncRun = Schemas['SyncRun']

/** The syncs of a site, newest first, page by page: pass `next` as the cursor. */
export function useSyncs(siteId: string, query: Query<'/api/sites/{id}/syncs'>) {
  const { data: syncs, ...rest } = useResource('/api/sites/{id}/syncs', { path: { id: siteId }, query })
  return { syncs, ...rest }
}
