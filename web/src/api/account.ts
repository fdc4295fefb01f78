import { api, type Schemas } from '@/api/core/client'
import { useResource } from '@/api/core/resource'
import { clearSelectedSite } from './selected-site'

/** An entry of the audit log. */
export type AuditEntry = Schemas['AuditEntry']

/** Downloads all data of the account as one file. */
export const exportAddress = '/api/account/export'

/** The audit log, newest first, up to the given number of entries. */
export function useAudit(limit: number) {
  const { data: entries, ...rest } = useResource('/api/audit', { query: { limit } })
  return { entries, ...rest }
}

/** Deletes the signed-in user's account and leaves for the landing page. */
export async function deleteAccount(confirm: string) {
  await api.DELETE('/api/account', { body: { confirm } })
  clearSelectedSite()
  location.assign('/')
}
