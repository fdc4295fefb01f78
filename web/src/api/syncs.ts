import type { Schemas } from '@/api/core/client'
import { useResource, type Query } from '@/api/core/resource'

/** One run of one connection. */
export type SyncRun = Schemas['SyncRun']

/** When the providers of a site were read, newest first, a page at a time: pass `next` as the cursor. */
export function useSyncs(siteId: string, query: Query<'/api/sites/{id}/syncs'>) {
  const { data: syncs, ...rest } = useResource('/api/sites/{id}/syncs', { path: { id: siteId }, query })
  return { syncs, ...rest }
}
