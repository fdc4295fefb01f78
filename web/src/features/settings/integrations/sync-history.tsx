import { useState } from 'react'
import type { Query } from '@/api/core/resource'
import { useSyncs, type SyncRun } from '@/api/syncs'
import { ago, dateTime, num } from '@/lib/format'
import { providerName } from '@/lib/integration'
import { Badge, type Tone } from '@/ui/badges/badge'
import { Button } from '@/ui/button'
import { Card } from '@/ui/card'
import { EmptyState } from '@/ui/empty-state'
import { LoadError } from '@/ui/load-error'
import { ProviderMark } from '@/ui/provider-mark'
import { SkeletonRows } from '@/ui/skeleton'

/** The first page; each Load more adds one of the same size. */
const newest = { limit: 10 }

/** The syncs of a site with their results and errors. */
export function SyncHistory({ siteId }: { siteId: string }) {
  const { syncs, total } = useSyncs(siteId, newest)
  const aside = total !== null && total > 0 && (
    <span className="num text-xs text-ink-3">{num(total)} in all</span>
  )
  return (
    <Card title="Sync history" className="mt-4" aside={aside}>
      {syncs?.length === 0 ? (
        <EmptyState compact icon="clock" title="No syncs yet">
          Each sync is listed here with its rows and errors.
        </EmptyState>
      ) : (
        <Runs siteId={siteId} query={newest} />
      )}
    </Card>
  )
}

/** One page of syncs and, once requested, the next one. */
function Runs({ siteId, query }: { siteId: string; query: Query<'/api/sites/{id}/syncs'> }) {
  const { syncs, next, loading, error, reload } = useSyncs(siteId, query)
  const [more, setMore] = useState(false)
  if (loading) return <SkeletonRows rows={3} />
  if (error) return <LoadError error={error} onRetry={reload} />
  return (
    <>
      <ol aria-label="Runs" className="divide-y divide-line not-first:border-t not-first:border-line">
        {syncs?.map((run) => (
          <Run key={run.id} run={run} />
        ))}
      </ol>
      {next !== null && more && <Runs siteId={siteId} query={{ ...query, cursor: next }} />}
      {next !== null && !more && (
        <div className="border-t border-line p-3 text-center">
          <Button onClick={() => setMore(true)}>Load more</Button>
        </div>
      )}
    </>
  )
}

const outcomes: Record<SyncRun['status'], { label: string; tone: Tone }> = {
  running: { label: 'Running', tone: 'accent' },
  done: { label: 'Done', tone: 'good' },
  failed: { label: 'Failed', tone: 'bad' },
}

function Run({ run }: { run: SyncRun }) {
  const { label, tone } = outcomes[run.status]
  return (
    <li className="grid grid-cols-[28px_minmax(0,1fr)_auto] items-center gap-x-3 px-4 py-2.5">
      <ProviderMark provider={run.provider} size={28} />
      <div className="min-w-0">
        <p className="truncate font-medium">{providerName(run.provider)}</p>
        <p className="num text-xs text-ink-2">
          {run.kind === 'backfill' ? 'History' : 'Latest days'}, {reportsOf(run)}, {num(run.rows)} rows
        </p>
      </div>
      <div className="flex flex-col items-end gap-1">
        <Badge tone={tone}>{label}</Badge>
        <time dateTime={run.startedAt} title={dateTime(run.startedAt)} className="num text-xs text-ink-3">
          {ago(run.startedAt)}
        </time>
      </div>
      {run.error && (
        <p className="col-start-2 col-end-4 mt-1 text-xs text-pretty wrap-anywhere text-bad-ink">{run.error}</p>
      )}
    </li>
  )
}

/** The number of reports synced for a day, and of how many if some are missing. */
const reportsOf = ({ days, daysWanted }: SyncRun) =>
  days < daysWanted
    ? `${num(days)} of ${num(daysWanted)} daily reports`
    : days === 1
      ? '1 daily report'
      : `${num(days)} daily reports`
