import { api, type Schemas } from '@/api/core/client'
import { refresh, useResource, type Query } from '@/api/core/resource'

/** Something that changed on a site and may show in its figures. */
export type SiteChange = Schemas['SiteChange']

/** What changed on a site, the newest first; null waits. */
export function useSiteChanges(siteId: string | null, query: Query<'/api/sites/{id}/changes'> = {}) {
  const { data: changes, ...rest } = useResource(
    '/api/sites/{id}/changes',
    siteId === null ? null : { path: { id: siteId }, query },
  )
  return { changes, ...rest }
}

const changesOf = (siteId: string) => `/api/sites/${siteId}/changes`

/** Notes what was changed on a day. */
export async function addSiteNote(siteId: string, note: { day: string; text: string }) {
  await api.POST('/api/sites/{id}/changes', { params: { path: { id: siteId } }, body: note })
  await refresh(changesOf(siteId))
}

/** Deletes a note. */
export async function deleteSiteNote(siteId: string, id: string) {
  await api.DELETE('/api/sites/{id}/changes/{changeId}', { params: { path: { id: siteId, changeId: id } } })
  await refresh(changesOf(siteId))
}
