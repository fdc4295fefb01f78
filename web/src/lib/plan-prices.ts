import { plans as sold } from '@/api/plans.gen'

/** The plans for sale and their prices in US dollars a month, as in the server's table. */
export const plans: readonly { id: string; name: string; price: number }[] = sold
