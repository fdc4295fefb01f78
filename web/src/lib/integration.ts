import { providers as registered } from '@/api/providers.gen'
import type { components } from '@/api/schema.gen'

type Integration = components['schemas']['Integration']

/** A data provider. */
export type Provider = Integration['provider']
/** The status of a connection. */
export type IntegrationStatus = Integration['status']

type GoogleProvider = Extract<(typeof registered)[number], { google: true }>['provider']

/** Every provider, in the order of the product. */
export const allProviders: readonly Provider[] = registered.map((item) => item.provider)

/** The providers of the list of integrations; the others have a card of their own. */
export const providers: readonly { provider: Provider; name: string }[] = registered.filter(
  (item) => !item.ownCard,
)

const find = (provider: string) => registered.find((item) => item.provider === provider)

/** The name of a provider; an unknown code is returned as it is. */
export const providerName = (provider: string) => find(provider)?.name ?? provider

/** Whether a provider has daily figures. */
export const isDaily = (provider: string) => find(provider)?.daily === true

/** Whether older days are still being synced. */
export const isBackfilling = ({ status, daysRead, daysWanted }: Integration) =>
  (status === 'connected' || status === 'pending') && daysRead < daysWanted

/** Whether a provider uses a Google account, with Google's sign-in and properties to choose from. */
export const isGoogleAccount = (provider: Provider): provider is GoogleProvider =>
  find(provider)?.google === true
