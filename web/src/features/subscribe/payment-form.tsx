import { CheckoutElementsProvider, PaymentElement, useCheckoutElements } from '@stripe/react-stripe-js/checkout'
import { loadStripe } from '@stripe/stripe-js/pure'
import { useState, type FormEvent } from 'react'
import { toast } from '@/lib/toast'
import { useBusy } from '@/lib/interaction/use-busy'
import { Button } from '@/ui/button'
import { Skeleton } from '@/ui/skeleton'

/** Stripe's embedded form for a checkout. Card numbers never reach this product. */
export function PaymentForm({
  publishableKey,
  clientSecret,
}: {
  publishableKey: string
  clientSecret: string
}) {
  const [stripe] = useState(() => loadStripe(publishableKey))
  return (
    <CheckoutElementsProvider stripe={stripe} options={{ clientSecret }}>
      <Fields />
    </CheckoutElementsProvider>
  )
}

function Fields() {
  const state = useCheckoutElements()
  const [busy, run] = useBusy()
  if (state.type === 'loading') return <Skeleton className="h-64 rounded-lg" />
  if (state.type === 'error') {
    return (
      <p role="alert" className="text-bad">
        The payment form could not be opened: {state.error.message}
      </p>
    )
  }
  const { checkout } = state
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void run(async () => {
      // A confirmed payment redirects to the settings, which show the result.
      const result = await checkout.confirm()
      if (result.type === 'error') toast('Payment Failed', { description: result.error.message, tone: 'bad' })
    })
  }
  return (
    <form onSubmit={submit} className="space-y-5">
      <PaymentElement />
      <Button type="submit" variant="primary" size="lg" className="w-full" busy={busy}>
        Subscribe
      </Button>
    </form>
  )
}
