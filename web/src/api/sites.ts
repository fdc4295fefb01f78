import { api, type Schemas } from '@/api/core/client'
import { refresh, useResource } from '@/api/core/resource'

/** A website of the account. */
export type Site = Schemas['Site']

/** The account's sites, oldest first. */
export function useSites() {
  const { data: sites, loading, error, reload } = useResource('/api/sites', {})
  return { sites, loading, error, reload }
}

/** Adds a site. */
export async function addSite(site: Schemas['NewSite']) {
  const { data } = await api.POST('/api/sites', { body: site })
  await refresh('/api/sites')
  return data
}

/** Changes the given fields of a site. */
export async function updateSite(id: string, changes: Schemas['SiteEdit']) {
  await api.PATCH('/api/sites/{id}', { params: { path: { id } }, body: changes })
  await refresh('/api/sites')
}

/** Deletes a site with all of its data. */
export async function deleteSite(id: string) {
  await api.DELETE('/api/sites/{id}', { params: { path: { id } } })
  await refresh('/api/')
}
