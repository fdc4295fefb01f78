import { api } from '@/api/core/client'
import { useResource } from '@/api/core/resource'

/** Where a file can be fetched from besides this computer: url, drive, dropbox. None until that is known. */
export function useUploadSources() {
  const { data } = useResource('/api/companion/sources', {})
  return data?.sources ?? []
}

/** What lets Companion upload one file for a site, and where to. */
export async function uploadTicket(siteId: string) {
  const { data } = await api.GET('/api/companion/ticket', { params: { query: { siteId } } })
  return data!
}
