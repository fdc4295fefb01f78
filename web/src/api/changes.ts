import { api, type Schemas } from '@/api/core/client'
import { refresh, useResource, type Query } from '@/api/core/resource'
import type { Days } from '@/api/tables'

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

/** The newest changes that lists show, which cover years for most sites. */
const newest = { limit: 500 }

/** The change log of a site, newest first. */
export const useChangeLog = (siteId: string) => useSiteChanges(siteId, newest)

/** The changes of a site in these days: from the change log, unless that does not go back as far. */
export function useChangesIn(siteId: string, days: Days | null) {
  const { changes: log } = useChangeLog(siteId)
  const isShort = days !== null && log?.length === newest.limit && log.at(-1)!.day >= days.from
  const { changes } = useSiteChanges(isShort ? siteId : null, days ?? {})
  return isShort ? changes : days && log?.filter(({ day }) => days.from <= day && day <= days.to)
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
