import { Suspense, useState } from 'react'
import { Link, useLocation } from 'wouter'
import { useUser } from '@/api/session'
import { startCheckout, useBilling, type Billing } from '@/api/billing'
import { manages } from '@/api/core/role'
import { toastFailure } from '@/api/core/failure'
import { ApiError } from '@/api/core/error'
import { day, daysLeft } from '@/lib/format'
import { toast } from '@/lib/toast'
import { useBusy } from '@/lib/interaction/use-busy'
import { Button, buttonClass } from '@/ui/button'
import { EmptyState } from '@/ui/empty-state'
import { Icon } from '@/ui/icons'
import { LoadError } from '@/ui/load-error'
import { Notice } from '@/ui/notice'
import { Skeleton } from '@/ui/skeleton'
import { PlanCard } from './plan-card'
import { included, questions } from '@/lib/plans'
import { lazyPart } from '@/lib/parts/lazy-part'

// Stripe's code is loaded at checkout.
const PaymentForm = lazyPart(async () => ({ default: (await import('./payment-form')).PaymentForm }))

/** Chooses the account's plan and pays for it. */
export function Subscribe() {
  const { user } = useUser()
  const { billing, error, reload } = useBilling()
  const [secret, setSecret] = useState<string>()
  return (
    <div className="mx-auto max-w-5xl">
      <Link href="/" className={buttonClass('ghost', 'sm')}>
        <Icon name="left" className="-ml-0.5" />
        Back to Dashboard
      </Link>
      {user && !manages(user) ? (
        <NotTheirs demo={user.demo} />
      ) : error ? (
        <LoadError error={error} onRetry={() => void reload()} />
      ) : !billing ? (
        <Skeleton className="mt-6 h-96 rounded-lg" />
      ) : secret !== undefined ? (
        <Complete billing={billing} secret={secret} onBack={() => setSecret(undefined)} />
      ) : (
        <Choose billing={billing} onSecret={setSecret} />
      )}
    </div>
  )
}

/** Billing is read by those who manage the account. */
const NotTheirs = ({ demo }: { demo: boolean }) => (
  <div className="card mt-4">
    {demo ? (
      <EmptyState
        icon="check"
        level="h2"
        title="The demo has no plan"
        action={
          <a href="/api/login" className={buttonClass('primary')}>
            Start your free trial
          </a>
        }
      >
        Sign in to try Upslope with your own sites. No credit card required.
      </EmptyState>
    ) : (
      <EmptyState icon="lock" level="h2" title="An owner or admin chooses the plan">
        Ask one of them to start or change it.
      </EmptyState>
    )}
  </div>
)

const perks = ['14-day free trial', 'Cancel anytime', 'No setup fees']

function Choose({ billing, onSecret }: { billing: Billing; onSecret: (secret: string) => void }) {
  const { busy, chosen, choose } = useChoice(onSecret)
  return (
    <>
      <header className="mt-4 mb-8 text-center">
        <h1 className="text-2xl font-semibold tracking-tight">Choose Your Plan</h1>
        <p className="mt-1.5 text-base text-ink-2">Start your 14-day free trial. No credit card required.</p>
        <ul className="mt-3 flex flex-wrap justify-center gap-x-5 gap-y-1.5 text-ink-2">
          {perks.map((perk) => (
            <li key={perk} className="flex items-center gap-1.5">
              <Icon name="check" className="text-good" />
              {perk}
            </li>
          ))}
        </ul>
      </header>
      {billing.plan === '' && <TrialLeft />}
      {billing.testMode && <Notice className="mb-6">Test mode: nothing is charged.</Notice>}
      <div className="grid gap-4 @2xl:grid-cols-3">
        {billing.plans.map((plan) => (
          <PlanCard
            key={plan.id}
            plan={plan}
            action={actionOf(billing, plan)}
            busy={busy && chosen === plan.id}
            disabled={busy}
            onChoose={() => choose(plan.id)}
          />
        ))}
      </div>
      {billing.plan !== '' && (
        <p className="mt-4 text-center text-ink-2">
          {billing.nextPlan !== '' && billing.periodEndsAt
            ? `Your plan changes to ${nameOf(billing, billing.nextPlan)} on ${day(billing.periodEndsAt)}.`
            : 'Plan changes take effect at the next billing cycle.'}
        </p>
      )}
      <section aria-labelledby="included" className="mt-14">
        <h2 id="included" className="text-center text-lg font-semibold">
          What's Included
        </h2>
        <div className="mt-5 grid gap-4 @2xl:grid-cols-3">
          {included.map(({ title, text }) => (
            <div key={title} className="card p-5">
              <h3 className="font-semibold">{title}</h3>
              <p className="mt-1 text-pretty text-ink-2">{text}</p>
            </div>
          ))}
        </div>
      </section>
      <section aria-labelledby="questions" className="mx-auto mt-14 max-w-2xl">
        <h2 id="questions" className="text-center text-lg font-semibold">
          Frequently asked questions
        </h2>
        <dl className="mt-5 space-y-5">
          {questions.map(({ question, answer }) => (
            <div key={question}>
              <dt className="font-semibold">{question}</dt>
              <dd className="mt-1 text-pretty text-ink-2">{answer}</dd>
            </div>
          ))}
        </dl>
      </section>
    </>
  )
}

/** The days left of the trial, and what happens at its end. */
function TrialLeft() {
  const { user } = useUser()
  return (
    user && (
      <Notice className="mb-6">
        {user.daysLeft === 0
          ? 'Your trial has ended. Choose a plan to sync again.'
          : `Your trial runs until ${day(user.trialEndsAt)} (${daysLeft(user)}). Then syncing pauses until you choose a plan.`}
      </Notice>
    )
  )
}

const nameOf = (billing: Billing, id: string) => billing.plans.find((plan) => plan.id === id)?.name ?? id

/** The label of a plan's button; undefined for the current plan if it is not canceled. */
function actionOf(billing: Billing, plan: Billing['plans'][number]) {
  if (billing.plan === '') return `Choose ${plan.name}`
  if (billing.plan === plan.id) return billing.nextPlan === '' ? undefined : `Keep ${plan.name}`
  return billing.nextPlan === plan.id ? undefined : `Change to ${plan.name}`
}

/** Starts the checkout of a plan: leaves for the payment page, or returns the client secret for the form. */
function useChoice(onSecret: (secret: string) => void) {
  const [busy, run] = useBusy()
  const [chosen, setChosen] = useState('')
  const [, navigate] = useLocation()
  const choose = (plan: string) => {
    setChosen(plan)
    void run(async () => {
      try {
        const { url, clientSecret } = await startCheckout(plan)
        if (clientSecret) return onSecret(clientSecret)
        const to = new URL(url ?? '/settings?tab=billing', location.origin)
        if (to.origin === location.origin) navigate(to.pathname + to.search)
        else location.assign(to)
      } catch (error) {
        if (error instanceof ApiError && error.status === 503)
          toast('Error', { description: error.detail, tone: 'bad' })
        else toastFailure(error, 'Failed to start subscription process')
      }
    })
  }
  return { busy, chosen, choose }
}

function Complete({ billing, secret, onBack }: { billing: Billing; secret: string; onBack: () => void }) {
  return (
    <div className="mx-auto mt-6 max-w-md">
      <h1 className="mb-5 text-2xl font-semibold tracking-tight">Complete Your Subscription</h1>
      <div className="card p-5">
        <Suspense fallback={<Skeleton className="h-64 rounded-lg" />}>
          <PaymentForm publishableKey={billing.publishableKey} clientSecret={secret} />
        </Suspense>
      </div>
      <Button variant="ghost" className="mt-3" onClick={onBack}>
        Choose another plan
      </Button>
    </div>
  )
}
