import { api, type Schemas } from '@/api/core/client'
import { refresh, useResource } from '@/api/core/resource'

/** The account's plan, and the plans on sale. */
export type Billing = Schemas['Billing']

/** A plan's code: seo, ads or both. */
export type PlanCode = string

export function useBilling() {
  const { data: billing, ...rest } = useResource('/api/billing', {})
  return { billing, ...rest }
}

/** Starts a plan's checkout: the answer has a page to go to, or a client secret for the payment form. */
export async function startCheckout(planType: PlanCode) {
  const { data } = await api.POST('/api/stripe/create-checkout-session', { body: { planType } })
  return data!
}

/** Opens Stripe's customer portal: invoices, payment method, cancellation. */
export async function startPortal() {
  const { data } = await api.POST('/api/stripe/create-portal-session')
  return data!.url
}

/** Reloads everything that a payment may change. */
export const refreshPlan = () => refresh('/api/billing', '/api/auth/user')

/** The feature that the plan lacks to read this source; undefined if the plan includes it or has ended. */
export function useMissingFeature(source: string) {
  const { billing } = useBilling()
  if (!billing || billing.paused !== '') return undefined
  return billing.features.find((feature) => feature.source === source && !feature.has)
}
