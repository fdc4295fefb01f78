import { useEffect, type ReactNode } from 'react'
import type { Schemas } from '@/api/core/client'
import { refreshInsights } from '@/api/insights'
import { hasChosenAccount, switchAccount } from '@/api/settings/members'
import { useUser } from '@/api/session'
import { domainText } from '@/lib/domain'
import { cx } from '@/lib/cx'
import { Icon } from '@/ui/icons'
import { AddSite } from './add-site'
import { DataProgress } from './data-progress'
import { NoDataYet } from './no-data-yet'
import { PreparingDemo } from './preparing-demo'
import type { Start } from './use-start'
import { WaysToData } from './ways-to-data'

type State = 'done' | 'now' | 'later'

/**
 * The way of a new user to the first opportunity, in place of empty screens: a site, its data, the result. A
 * visitor of the demo waits until it is filled.
 */
export function FirstSteps({ start }: { start: Start }) {
  const { user } = useUser()
  useInvitedAccount(start.stage === 'site' ? user : undefined)
  return user?.demo ? <PreparingDemo /> : <Steps start={start} />
}

/**
 * Leads somebody who was invited to the account that has sites. Who chose an account in this browser stays
 * there.
 */
function useInvitedAccount(user: Schemas['User'] | undefined) {
  const other = user?.accounts.find(({ id }) => id !== user.accountId)?.id
  useEffect(() => {
    if (other !== undefined && !hasChosenAccount()) switchAccount(other)
  }, [other])
}

function Steps({ start }: { start: Start }) {
  const { stage, site } = start
  const hasData = stage === 'waiting' || stage === 'done'
  return (
    <>
      <ol aria-label="First steps" className="card divide-y divide-line">
        <Step n={1} state={site ? 'done' : 'now'} title="Add your site">
          {site ? <p className="text-ink-2">{domainText(site.domain)}</p> : <AddSite />}
        </Step>
        <Step n={2} state={hasData ? 'done' : site ? 'now' : 'later'} title="Get its data">
          {!hasData && (
            <p className="text-pretty text-ink-2">
              One source is enough to see what to fix first. Each additional source improves the ranking.
            </p>
          )}
          {site && <DataProgress site={site} />}
          {stage !== 'waiting' && <WaysToData site={site} />}
        </Step>
        <Step n={3} state={hasData ? 'now' : 'later'} title="See your first opportunity">
          {stage === 'waiting' ? (
            <Ranking />
          ) : (
            <p className="text-pretty text-ink-2">
              Ranked by value, with the steps to do it. Usually a few minutes after the first data.
            </p>
          )}
        </Step>
      </ol>
      {stage !== 'waiting' && <NoDataYet />}
    </>
  )
}

/** The interval of reads while waiting, in ms: a recompute that finds nothing sends no event of insights. */
const pollInterval = 3_000

function Ranking() {
  useEffect(() => {
    const timer = setInterval(() => void refreshInsights(), pollInterval)
    return () => clearInterval(timer)
  }, [])
  return (
    <p role="status" className="flex items-center gap-2 text-ink-2">
      <Icon name="refresh" className="shrink-0 animate-spin" />
      We’re ranking what was found. Opportunities appear here by themselves.
    </p>
  )
}

function Step({ n, state, title, children }: { n: number; state: State; title: string; children: ReactNode }) {
  return (
    <li aria-current={state === 'now' ? 'step' : undefined} className="flex gap-3.5 p-4 md:gap-4 md:p-5">
      <span
        className={cx(
          'num flex size-7 shrink-0 items-center justify-center rounded-full text-xs font-semibold',
          state === 'done' && 'bg-good-soft text-good-ink',
          state === 'now' && 'bg-accent text-white',
          state === 'later' && 'bg-hover text-ink-3',
        )}
      >
        {state === 'done' ? <Icon name="check" size={15} /> : n}
        {state === 'done' && <span className="sr-only">Done:</span>}
      </span>
      <div className="min-w-0 flex-1 space-y-3 pt-0.5">
        <h2 className={cx('text-base font-semibold', state === 'later' && 'text-ink-2')}>{title}</h2>
        {children}
      </div>
    </li>
  )
}
