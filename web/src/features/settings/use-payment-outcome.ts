import { useEffect } from 'react'
import { useSearchParams } from 'wouter'
import { refreshPlan } from '@/api/billing'
import { toast } from '@/lib/toast'

/** Shows the result of a payment once; Stripe returns to an address with it in the query. */
export function usePaymentOutcome() {
  const [params, setParams] = useSearchParams()
  const paid = params.get('success') === 'true'
  const changed = params.get('changed')
  useEffect(() => {
    if (!paid && changed === null) return
    void refreshPlan()
    if (paid) toast('Payment Successful', { description: 'You are subscribed!', tone: 'good' })
    else toast('Plan Changed', { description: 'It takes effect at the next billing cycle.', tone: 'good' })
    setParams(
      (before) => {
        const after = new URLSearchParams(before)
        after.delete('success')
        after.delete('changed')
        after.set('tab', 'billing')
        return after
      },
      { replace: true },
    )
  }, [paid, changed, setParams])
}
