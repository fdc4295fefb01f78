import { api, type Schemas } from '@/api/core/client'
import { refresh, useResource } from '@/api/core/resource'
import { manages } from '@/api/core/role'
import { useUser } from '@/api/session'

/** The account's plan, and the plans on sale. */
export type Billing = Schemas['Billing']

/** A plan's code: seo, ads or both. */
export type PlanCode = string

/** Not read unless the user may know. */
export function useBilling() {
  const { data: billing, ...rest } = useResource('/api/billing', manages(useUser().user) ? {} : null)
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

/** How long Stripe may take to report a payment, and how often that is looked at, in ms. */
const [paymentTimeout, paymentInterval] = [20_000, 2_000]

/** Waits for the server to know of a payment; false if it does not yet. */
export async function hasPaid(): Promise<boolean> {
  const end = Date.now() + paymentTimeout
  for (;;) {
    // Each look comes after the one before.
    // oxlint-disable-next-line no-await-in-loop
    const { data } = await api.GET('/api/billing')
    if (data && data.plan !== '') return true
    if (Date.now() >= end) return false
    // oxlint-disable-next-line no-await-in-loop
    await new Promise((resolve) => setTimeout(resolve, paymentInterval))
  }
}

/** Reloads everything that a payment may change. */
export const refreshPlan = () => refresh('/api/billing', '/api/auth/user')

/** The feature that the plan lacks to read this source; undefined if the plan includes it or has ended. */
export function useMissingFeature(source: string) {
  const { billing } = useBilling()
  if (!billing || billing.paused !== '') return undefined
  return billing.features.find((feature) => feature.source === source && !feature.has)
}
