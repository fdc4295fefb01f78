import { providers as registered } from '@/api/providers.gen'
import type { components } from '@/api/schema.gen'

type Integration = components['schemas']['Integration']

/** Where data comes from. */
export type Provider = Integration['provider']
/** Where a connection stands. */
export type IntegrationStatus = Integration['status']

type GoogleProvider = Extract<(typeof registered)[number], { google: true }>['provider']

/** Every provider, in the order of the product. */
export const allProviders: readonly Provider[] = registered.map((one) => one.provider)

/** The providers of the list of integrations; the others have a card of their own. */
export const providers: readonly { provider: Provider; name: string }[] = registered.filter(
  (one) => !one.ownCard,
)

const find = (provider: string) => registered.find((one) => one.provider === provider)

/** What people call a provider; a code we do not know stands for itself. */
export const providerName = (provider: string) => find(provider)?.name ?? provider

/** Whether a provider has figures of each day. */
export const isDaily = (provider: string) => find(provider)?.daily === true

/** Whether older days are still on their way. */
export const isReadingHistory = ({ status, daysRead, daysWanted }: Integration) =>
  (status === 'connected' || status === 'pending') && daysRead < daysWanted

/** Whether a provider is one of Google's accounts: with properties to choose from, and a sign-in of their own. */
export const isGoogleAccount = (provider: Provider): provider is GoogleProvider =>
  find(provider)?.google === true
