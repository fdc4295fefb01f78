import { api, type Schemas } from './core/client'
import { refresh, useResource, type Query } from './core/resource'

/** Something on a site that differs from what was expected, or that broke. */
export type Alert = Schemas['Alert']

/** The open alerts, newest first, and how many of them the user has not read. A null query waits. */
export function useAlerts(query: Query<'/api/alerts'> | null) {
  const { data: alerts, headers, ...rest } = useResource('/api/alerts', query && { query })
  return { alerts, unread: Number(headers?.get('X-Unread-Count') ?? 0), ...rest }
}

/** Marks alerts as read for the user; all open ones without ids. */
export async function markAlertsRead(ids?: readonly string[]) {
  await api.PATCH('/api/alerts', { body: { ...(ids && { ids: [...ids] }), read: true } })
  await refresh('/api/alerts')
}

/** Takes an alert off the user's own list. */
export async function dismissAlert(id: string) {
  await api.PATCH('/api/alerts', { body: { ids: [id], dismissed: true } })
  await refresh('/api/alerts')
}
