import { api, type Schemas } from '@/api/core/client'
import { refresh, useResource } from '@/api/core/resource'

/** An address that is told of the account's events. */
export type Webhook = Schemas['Webhook']
/** One event on its way to a webhook. */
export type Delivery = Schemas['Delivery']

const address = '/api/webhooks/outgoing'

/** The webhooks of the account. */
export function useWebhooks() {
  const { data: webhooks, ...rest } = useResource(address, {})
  return { webhooks, ...rest }
}

/** What a webhook was sent, newest first; null waits. */
export function useDeliveries(id: string | null) {
  const { data: deliveries, ...rest } = useResource(
    '/api/webhooks/outgoing/{id}/deliveries',
    id === null ? null : { path: { id } },
  )
  return { deliveries, ...rest }
}

/** Adds a webhook and returns its secret, which cannot be read again. */
export async function addWebhook(hook: Pick<Webhook, 'name' | 'url' | 'kind' | 'events'>) {
  const { data } = await api.POST(address, { body: hook })
  await refresh(address)
  return data!
}

/** Disables a webhook, or enables it again. */
export async function enableWebhook(id: string, enabled: boolean) {
  await api.PATCH('/api/webhooks/outgoing/{id}', { params: { path: { id } }, body: { enabled } })
  await refresh(address)
}

/** Deletes a webhook with its deliveries. */
export async function deleteWebhook(id: string) {
  await api.DELETE('/api/webhooks/outgoing/{id}', { params: { path: { id } } })
  await refresh(address)
}

/** Sends a test event at once and returns what came of it. */
export async function testWebhook(id: string) {
  const { data } = await api.POST('/api/webhooks/outgoing/{id}/test', { params: { path: { id } } })
  await refresh(address)
  return data!
}

/** Sends an event again. */
export async function replayDelivery(id: string, deliveryId: string) {
  const path = { id, deliveryId }
  await api.POST('/api/webhooks/outgoing/{id}/deliveries/{deliveryId}/replay', { params: { path } })
  await refresh(address)
}
