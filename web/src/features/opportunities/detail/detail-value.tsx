import type { ReactNode } from 'react'
import { Link } from 'wouter'
import type { Insight } from '@/api/insights'
import { useIntegrations } from '@/api/integrations'
import { amountOf, level, revenueOfVisits, valueRange, valueUnknownReason } from '@/lib/insight'
import { DetailHours } from './detail-hours'

/** What an opportunity is worth, in one line, and the three figures that rank it. */
export function DetailValue({ insight }: { insight: Insight }) {
  const { value } = insight
  return (
    <div className="mt-4 rounded-lg bg-sunken px-3.5 py-2.5">
      <p className="num text-pretty">
        {value ? (
          <>
            <b className="text-lg font-semibold text-good-ink">About {amountOf(value, value.mid)}</b> a month
            {insight.evidence['clickValueSource'] === revenueOfVisits && ' in estimated revenue'} if it works
            {value.low < value.high && (
              <>
                {' '}
                <span className="inline-block text-ink-2">(range {valueRange(value)})</span>
              </>
            )}
          </>
        ) : (
          <UnknownValue siteId={insight.siteId} />
        )}
      </p>
      <dl className="mt-1 flex flex-wrap items-center gap-x-4 gap-y-1.5 text-xs">
        <Figure name="Impact" text={level(insight.impact)} value={insight.impact} />
        <Figure name="Effort" text={level(insight.effort)} value={insight.effort} />
        {/* Beside a value, “if it works” says what it is about. */}
        <Figure
          name="Confidence"
          text={`${insight.confidence}%`}
          value={value ? undefined : 'that the problem is real and the fix works'}
        />
        {insight.hours !== undefined && (
          <div className="flex min-w-0 items-center gap-1">
            <dt className="text-ink-3">Work</dt>
            <dd className="num min-w-0 font-medium">
              <DetailHours key={insight.id} insight={insight} hours={insight.hours} />
            </dd>
          </div>
        )}
      </dl>
    </div>
  )
}

/** Why there is no value, and the source that would give one. */
function UnknownValue({ siteId }: { siteId: string }) {
  const { integrations } = useIntegrations({ siteId })
  const searchConsole = integrations?.find(({ provider }) => provider === 'gsc')
  if (searchConsole?.status !== 'disconnected') return <span className="text-ink-2">{valueUnknownReason}</span>
  return (
    <span className="text-ink-2">
      Value not estimated.{' '}
      <Link href="/settings?tab=integrations" className="text-accent-ink underline">
        Connect Search Console
      </Link>{' '}
      to size it.
    </span>
  )
}

const Figure = ({ name, text, value }: { name: string; text: string; value?: ReactNode }) => (
  <div className="flex gap-1">
    <dt className="text-ink-3">{name}</dt>
    <dd className="num font-medium">
      {text}
      {value !== undefined && <span className="ml-1 font-normal text-ink-3">{value}</span>}
    </dd>
  </div>
)
