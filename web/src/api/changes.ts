import { api, type Schemas } from '@/api/core/client'
import { refresh, useResource, type Query } from '@/api/core/resource'

/** A change on a site that may show in its figures. */
export type SiteChange = Schemas['SiteChange']

/** The changes of a site, newest first; null waits. */
export function useSiteChanges(siteId: string | null, query: Query<'/api/sites/{id}/changes'> = {}) {
  const { data: changes, ...rest } = useResource(
    '/api/sites/{id}/changes',
    siteId === null ? null : { path: { id: siteId }, query },
  )
  return { changes, ...rest }
}

const changesOf = (siteId: string) => `/api/sites/${siteId}/changes`

/** Adds a note of a change to a day. */
export async function addSiteNote(siteId: string, note: { day: string; text: string }) {
  await api.POST('/api/sites/{id}/changes', { params: { path: { id: siteId } }, body: note })
  await refresh(changesOf(siteId))
}

/** Deletes a note. */
export async function deleteSiteNote(siteId: string, id: string) {
  await api.DELETE('/api/sites/{id}/changes/{changeId}', { params: { path: { id: siteId, changeId: id } } })
  await refresh(changesOf(siteId))
}
