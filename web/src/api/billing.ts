import { api, type Schemas } from '@/api/core/client'
import { refresh, useResource } from '@/api/core/resource'

/** What the account has bought and what there is to buy. */
export type Billing = Schemas['Billing']

/** A plan's code: seo, ads or both. */
export type PlanCode = string

/** Reads what the account has bought. */
export function useBilling() {
  const { data: billing, ...rest } = useResource('/api/billing', {})
  return { billing, ...rest }
}

/** The way to pay for a plan: a page to go to, or a secret for the form in the app. */
export async function startCheckout(planType: PlanCode) {
  const { data } = await api.POST('/api/stripe/create-checkout-session', { body: { planType } })
  return data!
}

/** The page with the invoices, on which the card is changed and the plan cancelled. */
export async function startPortal() {
  const { data } = await api.POST('/api/stripe/create-portal-session')
  return data!.url
}

/** Reads again what a payment may have changed. */
export const refreshPlan = () => refresh('/api/billing', '/api/auth/user')

/** A feature that the account's plan has not, by what is read for it; undefined while it has it, and while nothing is read at all. */
export function useLack(source: string) {
  const { billing } = useBilling()
  if (!billing || billing.paused !== '') return undefined
  return billing.features.find((feature) => feature.source === source && !feature.has)
}
