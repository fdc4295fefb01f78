import { useState } from 'react'
import { useAudit, type AuditEntry } from '@/api/account'
import { dateTime } from '@/lib/format'
import { Badge } from '@/ui/badges/badge'
import { Button } from '@/ui/button'
import { Card } from '@/ui/card'
import { EmptyState } from '@/ui/empty-state'
import { LoadError } from '@/ui/load-error'
import { SkeletonRows } from '@/ui/skeleton'
import { Table, TableHead, TableHeader } from '@/ui/table'

const step = 20

/** The actions of users in the account, newest first. */
export function AuditLog() {
  const [limit, setLimit] = useState(step)
  const { entries, loading, error, total, reload } = useAudit(limit)
  // The loaded entries stay while more are loading.
  const [lastEntries, setLastEntries] = useState<AuditEntry[]>()
  if (entries && entries !== lastEntries) setLastEntries(entries)
  return (
    <Card title="Audit log" subtitle="Changes by people and API tokens of this account, kept for 400 days">
      {loading && !lastEntries && <SkeletonRows rows={3} label="Loading the audit log" />}
      {error && <LoadError error={error} onRetry={() => void reload()} />}
      {lastEntries?.length === 0 && (
        <EmptyState compact icon="clock" title="No entries yet">
          Changes by people and API tokens of this account appear here.
        </EmptyState>
      )}
      {lastEntries && lastEntries.length > 0 && <Entries entries={lastEntries} />}
      {lastEntries && total !== null && total > lastEntries.length && (
        <div className="border-t border-line p-3 text-center">
          <Button size="sm" busy={loading} onClick={() => setLimit(limit + step)}>
            Show more
          </Button>
        </div>
      )}
    </Card>
  )
}

const Entries = ({ entries }: { entries: AuditEntry[] }) => (
  <Table label="Audit log" minWidth={0} cards>
    <TableHead>
      <TableHeader>When</TableHeader>
      <TableHeader>Who</TableHeader>
      <TableHeader className="w-full">What</TableHeader>
      <TableHeader>From</TableHeader>
    </TableHead>
    <tbody className="divide-y divide-line">
      {entries.map((entry) => (
        <tr
          key={entry.id}
          className="@max-2xl:gap-y-0.5! [&>td]:px-3 [&>td]:py-2 [&>td:first-child]:pl-4 [&>td:last-child]:pr-4"
        >
          <td className="whitespace-nowrap text-ink-2 @max-2xl:text-xs">{dateTime(entry.createdAt)}</td>
          <td data-wide className="whitespace-nowrap @max-2xl:text-xs @max-2xl:text-ink-2">
            <bdi>{entry.actor}</bdi> {entry.token && <Badge>API token</Badge>}
            <span className="@2xl:hidden"> · {entry.address}</span>
          </td>
          {/* Where entries are cards, what was done is their title. */}
          <td data-wide className="@max-2xl:-order-1! @max-2xl:font-medium">
            {entry.text}
          </td>
          <td className="hidden whitespace-nowrap text-ink-3 @2xl:table-cell">{entry.address}</td>
        </tr>
      ))}
    </tbody>
  </Table>
)
