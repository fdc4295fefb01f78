import { useEffect } from 'react'
import { useSearchParams } from 'wouter'
import { hasPaid, refreshPlan } from '@/api/billing'
import { toastFailure } from '@/api/core/failure'
import { toast } from '@/lib/toast'

/** Shows the result of a payment once; Stripe returns to an address with it in the query. */
export function usePaymentOutcome() {
  const [params, setParams] = useSearchParams()
  const paid = params.get('success') === 'true'
  const changed = params.get('changed')
  useEffect(() => {
    if (!paid && changed === null) return
    if (paid) void confirmPayment()
    else {
      void refreshPlan()
      toast('Plan changed', { description: 'It takes effect at the next billing cycle.', tone: 'good' })
    }
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

/** Anybody can open the address: the server says whether there is a plan. */
async function confirmPayment() {
  try {
    const paid = await hasPaid()
    await refreshPlan()
    if (paid) toast('Payment Successful', { description: 'You are subscribed!', tone: 'good' })
    else
      toast('No payment yet', {
        description: 'Your bank may still be confirming it. Your plan appears here once it is paid.',
      })
  } catch (error) {
    toastFailure(error, 'The payment could not be checked')
  }
}
