import { api } from '@/api/core/client'
import { useResource } from '@/api/core/resource'

/**
 * The remote sources that Companion can fetch a file from (url, drive, dropbox); empty until they are known.
 */
export function useUploadSources() {
  const { data } = useResource('/api/companion/sources', {})
  return data?.sources ?? []
}

/** A ticket that lets Companion upload one file for a site, and the address to upload to. */
export async function uploadTicket(siteId: string) {
  const { data } = await api.GET('/api/companion/ticket', { params: { query: { siteId } } })
  return data!
}
