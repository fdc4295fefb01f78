import { joinAnd } from '@/lib/format'
import { isBackfilling } from '@/lib/integration'
import { toast } from '@/lib/toast'
import { integrationAddresses } from '@/api/core/addresses'
import { api, type Schemas } from '@/api/core/client'
import { toastFailure } from '@/api/core/failure'
import type { Progress } from '@/api/core/jobs'
import { recomputeInsights } from '@/api/insights'
import { useReloadWhileSyncing } from './reload-while-syncing'
import { useMay } from '@/api/core/role'
import { address, refresh, useResource, type Query } from '@/api/core/resource'

/** A connection to a data provider. */
export type Integration = Schemas['Integration']
/** The result of testing, connecting or disconnecting. */
export type IntegrationResult = Schemas['IntegrationResult']
/** Something in a provider's account that a site can be connected to. */
export type Property = Schemas['Property']
/** The result of adding sites from Search Console. */
export type AddedSites = Schemas['AddedSites']

/** Connections: all providers of a site, or those of the account. A null query waits; clients may not ask. */
export function useIntegrations(query: Query<'/api/integrations'> | null) {
  const { isClient } = useMay()
  const { data: integrations, ...rest } = useResource(
    '/api/integrations',
    query && !isClient ? { query } : null,
  )
  useReloadWhileSyncing(integrations?.some(isBackfilling) ?? false)
  return { integrations, ...rest }
}

/** The names of a site's providers whose last sync failed; none if that is unknown. */
export async function failedProviders(siteId: string) {
  const query = { siteId }
  const responses = await Promise.allSettled([
    api.GET('/api/integrations', { params: { query } }).then(({ data }) => data ?? []),
    api
      .GET('/api/integrations/{provider}', { params: { path: { provider: 'pagespeed' }, query } })
      .then(({ data }) => (data ? [data] : [])),
  ])
  return responses
    .flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []))
    .filter(({ status }) => status === 'error')
    .map(({ name }) => name)
}

/** The connection of a site to one provider, PageSpeed included; null waits. */
export function useIntegration(provider: Integration['provider'], siteId: string | null) {
  const { data: integration, ...rest } = useResource(
    '/api/integrations/{provider}',
    siteId === null ? null : { path: { provider }, query: { siteId } },
  )
  return { integration, ...rest }
}

/**
 * The properties that the credentials give access to, those matching the site first; without a site, those of
 * the account. This calls the provider, so no event reloads it.
 */
export function useProperties(
  provider: Integration['provider'],
  query: Query<'/api/integrations/{provider}/properties'> | null,
) {
  const { data: properties, ...rest } = useResource(
    '/api/integrations/{provider}/properties',
    query && { path: { provider }, query },
  )
  return { properties, ...rest }
}

async function refreshAfter(result: IntegrationResult | undefined) {
  await refresh(...integrationAddresses, '/api/activity')
  return result
}

/** Identifies a connection. */
export type Connection = Pick<Integration, 'provider' | 'siteId'>

/** Tests the credentials; a success connects and starts the first sync. */
export async function testIntegration({ provider, siteId }: Connection) {
  const path = { provider }
  const { data } = await api.POST('/api/integrations/{provider}/test', { params: { path }, body: { siteId } })
  return refreshAfter(data)
}

/** Saves credentials, the property, or both, then tests them. */
export async function connectIntegration(
  { provider, siteId }: Connection,
  changes: Pick<Schemas['Connect'], 'property' | 'credentials'>,
) {
  const path = { provider }
  const body = { siteId, ...changes }
  const { data } = await api.POST('/api/integrations/{provider}/connect', { params: { path }, body })
  return refreshAfter(data)
}

/** Disconnects; the synced data stays. */
export async function disconnectIntegration({ provider, siteId }: Connection) {
  const path = { provider }
  const { data } = await api.POST('/api/integrations/{provider}/disconnect', {
    params: { path },
    body: { siteId },
  })
  return refreshAfter(data)
}

/** Where the browser goes to connect with a Google account. */
export const googleSignIn = (query: Query<'/api/integrations/google/authorize'>) =>
  address('/api/integrations/google/authorize', { query })

/** The most properties in one call. */
const maxPropertiesPerCall = 1000

/** Makes a site of each Search Console property, with the given currency and time zone. */
export async function addSitesFromSearchConsole(
  properties: string[],
  defaults: { currency: string; timeZone: string },
): Promise<AddedSites> {
  const all: AddedSites = { added: [], skipped: [] }
  try {
    for (let from = 0; from < properties.length; from += maxPropertiesPerCall) {
      // In sequence, so that reaching a limit stops the calls after it.
      // oxlint-disable-next-line no-await-in-loop
      const { data } = await api.POST('/api/integrations/gsc/sites', {
        body: { properties: properties.slice(from, from + maxPropertiesPerCall), ...defaults },
      })
      all.added.push(...(data?.added ?? []))
      all.skipped.push(...(data?.skipped ?? []))
    }
  } finally {
    await refresh('/api/sites', '/api/integrations', '/api/activity')
  }
  return all
}

/** Syncs and scores a site, or every site of the account, and shows what came of it. */
export async function refreshData(siteId: string | undefined, onProgress?: Progress) {
  try {
    await recomputeInsights(siteId, onProgress)
    const unread = siteId === undefined ? [] : await failedProviders(siteId)
    if (unread.length === 0)
      toast('Success', { description: 'Data refresh completed successfully', tone: 'good' })
    else
      toast('Error', {
        description: `${joinAnd(unread)} could not be synced. The rest is up to date.`,
        tone: 'bad',
      })
  } catch (error) {
    toastFailure(error, 'Failed to refresh data')
  }
}
