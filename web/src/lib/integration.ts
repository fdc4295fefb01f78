import type { components } from '@/api/schema.gen'

type Integration = components['schemas']['Integration']

/** Where data comes from. */
export type Provider = Integration['provider']
/** Where a connection stands. */
export type IntegrationStatus = Integration['status']

/** The providers of the list of integrations in the order of the product; PageSpeed has a card of its own. */
export const providers: { provider: Provider; name: string }[] = [
  { provider: 'ga4', name: 'Google Analytics 4' },
  { provider: 'gsc', name: 'Google Search Console' },
  { provider: 'gads', name: 'Google Ads' },
  { provider: 'semrush', name: 'Semrush' },
]

const names: Record<Provider, string> = {
  ...(Object.fromEntries(providers.map((one) => [one.provider, one.name])) as Record<Provider, string>),
  pagespeed: 'PageSpeed Insights',
}

/** What people call a provider; a code we do not know stands for itself. */
export const providerName = (provider: string) => names[provider as Provider] ?? provider

/** Whether older days are still on their way. */
export const isReadingHistory = ({ status, daysRead, daysWanted }: Integration) =>
  (status === 'connected' || status === 'pending') && daysRead < daysWanted

/** Whether a provider is one of Google's accounts: with properties to choose from, and a sign-in of their own. */
export const isGoogleAccount = (provider: Provider): provider is 'ga4' | 'gsc' | 'gads' =>
  provider === 'ga4' || provider === 'gsc' || provider === 'gads'
