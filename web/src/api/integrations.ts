import { isReadingHistory } from '@/lib/integration'
import { integrationAddresses } from '@/api/core/addresses'
import { api, type Schemas } from '@/api/core/client'
import { useFollowReading } from './follow-reading'
import { address, refresh, useResource, type Query } from '@/api/core/resource'

/** A connection to a provider of data. */
export type Integration = Schemas['Integration']
/** What came of testing, connecting or disconnecting. */
export type IntegrationResult = Schemas['IntegrationResult']
/** Something of a provider's account that a site can be connected to. */
export type Property = Schemas['Property']
/** What came of adding sites from Search Console. */
export type AddedSites = Schemas['AddedSites']

/** Connections: of a site all four, else those that exist in the account. Null waits. */
export function useIntegrations(query: Query<'/api/integrations'> | null) {
  const { data: integrations, ...rest } = useResource('/api/integrations', query && { query })
  useFollowReading(integrations?.some(isReadingHistory) ?? false)
  return { integrations, ...rest }
}

/** The names of the providers of a site that could not be read the last time; none where that cannot be told. */
export async function unreadProviders(siteId: string) {
  const query = { siteId }
  const asked = await Promise.allSettled([
    api.GET('/api/integrations', { params: { query } }).then(({ data }) => data ?? []),
    api
      .GET('/api/integrations/{provider}', { params: { path: { provider: 'pagespeed' }, query } })
      .then(({ data }) => (data ? [data] : [])),
  ])
  return asked
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
 * What the credentials open, what matches the site first; without a site, what those of the account open. The provider
 * is asked, so no event reads it again.
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

async function changed(result: IntegrationResult | undefined) {
  await refresh(...integrationAddresses, '/api/activity')
  return result
}

/** Which connection. */
export type Connection = Pick<Integration, 'provider' | 'siteId'>

/** Tries the credentials; a success connects and starts the first sync. */
export async function testIntegration({ provider, siteId }: Connection) {
  const path = { provider }
  const { data } = await api.POST('/api/integrations/{provider}/test', { params: { path }, body: { siteId } })
  return changed(data)
}

/** Keeps credentials, chooses the property, or both, then tries them. */
export async function connectIntegration(
  { provider, siteId }: Connection,
  what: Pick<Schemas['Connect'], 'property' | 'credentials'>,
) {
  const path = { provider }
  const body = { siteId, ...what }
  const { data } = await api.POST('/api/integrations/{provider}/connect', { params: { path }, body })
  return changed(data)
}

/** Stops reading; what was read stays. */
export async function disconnectIntegration({ provider, siteId }: Connection) {
  const path = { provider }
  const { data } = await api.POST('/api/integrations/{provider}/disconnect', {
    params: { path },
    body: { siteId },
  })
  return changed(data)
}

/** Where the browser goes to connect by signing in with Google. */
export const googleSignIn = (query: Query<'/api/integrations/google/authorize'>) =>
  address('/api/integrations/google/authorize', { query })

/** How many properties one call takes. */
const atOnce = 1000

/** Makes a site of each Search Console property, in the currency and time zone given. */
export async function addSitesFromSearchConsole(
  properties: string[],
  defaults: { currency: string; timeZone: string },
): Promise<AddedSites> {
  const all: AddedSites = { added: [], skipped: [] }
  try {
    for (let from = 0; from < properties.length; from += atOnce) {
      // One after the other, so that a limit which one call meets stops those after it.
      // oxlint-disable-next-line no-await-in-loop
      const { data } = await api.POST('/api/integrations/gsc/sites', {
        body: { properties: properties.slice(from, from + atOnce), ...defaults },
      })
      all.added.push(...(data?.added ?? []))
      all.skipped.push(...(data?.skipped ?? []))
    }
  } finally {
    await refresh('/api/sites', '/api/integrations', '/api/activity')
  }
  return all
}
