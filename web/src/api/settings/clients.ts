import { api, type Schemas } from '@/api/core/client'
import { refresh, useResource } from '@/api/core/resource'
import { useUser } from '@/api/session'

/** A client of the agency. */
export type Client = Schemas['Client']
/** The editable fields of a client. */
export type ClientEdit = Schemas['ClientEdit']

/** The clients of the account, by name; nothing for people of the role client. */
export function useClients() {
  const { user } = useUser()
  const { data: clients, ...rest } = useResource('/api/clients', user && user.role !== 'client' ? {} : null)
  return { clients, ...rest }
}

// Sites, members and reports follow clients.
const refreshFollowing = () =>
  refresh(
    '/api/clients',
    '/api/sites',
    '/api/members',
    '/api/invitations',
    '/api/reports',
    '/api/report-schedules',
  )

/** Adds a client. */
export async function addClient(client: Schemas['NewClient']) {
  await api.POST('/api/clients', { body: client })
  await refreshFollowing()
}

/** Changes the given fields of a client. */
export async function editClient(id: string, changes: ClientEdit) {
  await api.PATCH('/api/clients/{id}', { params: { path: { id } }, body: changes })
  await refreshFollowing()
}

/** Deletes a client; its sites stay. */
export async function deleteClient(id: string) {
  await api.DELETE('/api/clients/{id}', { params: { path: { id } } })
  await refreshFollowing()
}
