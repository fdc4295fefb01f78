import { useState } from 'react'
import type { Query } from '@/api/resource'
import { useSyncs, type SyncRun } from '@/api/syncs'
import { ago, moment, num } from '@/lib/format'
import { providerName } from '@/lib/integration'
import { Badge, type Tone } from '@/ui/badge'
import { Button } from '@/ui/button'
import { Card } from '@/ui/card'
import { EmptyState } from '@/ui/empty-state'
import { LoadError } from '@/ui/load-error'
import { SkeletonRows } from '@/ui/skeleton'
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from '@/ui/table'

/** The first page of runs; each press on Load more brings as many again. */
const newest = { limit: 10 }

/** When the providers of a site were read, what that brought and what went wrong. */
export function SyncHistory({ siteId }: { siteId: string }) {
  const { syncs, total, loading, error, reload } = useSyncs(siteId, newest)
  return (
    <Card title="Sync history" className="mt-4" aside={<Total runs={total} />}>
      {loading && <SkeletonRows rows={3} />}
      {error && <LoadError error={error} onRetry={reload} />}
      {syncs?.length === 0 && (
        <EmptyState icon="clock" title="Nothing has been read yet">
          Every time a provider is read it is listed here, with what it brought and what went wrong.
        </EmptyState>
      )}
      {syncs && syncs.length > 0 && (
        <Table label="Runs" minWidth={720}>
          <TableHead>
            <TableHeader>When</TableHeader>
            <TableHeader>What</TableHeader>
            <TableHeader align="right">Days</TableHeader>
            <TableHeader align="right">Rows</TableHeader>
            <TableHeader>Outcome</TableHeader>
          </TableHead>
          <Runs siteId={siteId} query={newest} />
        </Table>
      )}
    </Card>
  )
}

const Total = ({ runs }: { runs: number | null }) =>
  runs !== null && runs > 0 && <span className="num text-xs text-ink-3">{num(runs)} in all</span>

/** One page of runs and, when asked for, the page after it. */
function Runs({ siteId, query }: { siteId: string; query: Query<'/api/sites/{id}/syncs'> }) {
  const { syncs, next } = useSyncs(siteId, query)
  const [more, setMore] = useState(false)
  return (
    <>
      <TableBody>
        {syncs?.map((run) => (
          <Run key={run.id} run={run} />
        ))}
      </TableBody>
      {next !== null && more && <Runs siteId={siteId} query={{ ...query, cursor: next }} />}
      {next !== null && !more && (
        <tbody className="border-t border-line">
          <tr>
            <td colSpan={5} className="p-3 text-center">
              <Button onClick={() => setMore(true)}>Load more</Button>
            </td>
          </tr>
        </tbody>
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
    <TableRow>
      <TableCell className="whitespace-nowrap">
        <time dateTime={run.startedAt} title={moment(run.startedAt)}>
          {ago(run.startedAt)}
        </time>
      </TableCell>
      <TableCell>
        <span className="block font-medium">{providerName(run.provider)}</span>
        <span className="text-xs text-ink-3">{run.kind === 'backfill' ? 'Older days' : 'Newest days'}</span>
      </TableCell>
      <TableCell align="right" className="whitespace-nowrap">
        {run.days < run.daysWanted ? `${num(run.days)} of ${num(run.daysWanted)}` : num(run.days)}
      </TableCell>
      <TableCell align="right">{num(run.rows)}</TableCell>
      <TableCell className="max-w-80">
        <Badge tone={tone}>{label}</Badge>
        {run.error && <span className="mt-1 block text-xs text-pretty wrap-anywhere">{run.error}</span>}
      </TableCell>
    </TableRow>
  )
}
