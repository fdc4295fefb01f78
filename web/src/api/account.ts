import { api, type Schemas } from '@/api/core/client'
import { useResource } from '@/api/core/resource'
import { clearSelectedSite } from './selected-site'

/** Something that somebody did with the account. */
export type AuditEntry = Schemas['AuditEntry']

/** Where everything the account has is downloaded, as one file. */
export const exportAddress = '/api/account/export'

/** What was done with the account, the newest first, as far as that many entries. */
export function useAudit(limit: number) {
  const { data: entries, ...rest } = useResource('/api/audit', { query: { limit } })
  return { entries, ...rest }
}

/** Deletes the account of who is signed in, and leaves for the landing page. */
export async function deleteAccount(confirm: string) {
  await api.DELETE('/api/account', { body: { confirm } })
  clearSelectedSite()
  location.assign('/')
}
