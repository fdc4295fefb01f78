import { useState } from 'react'
import { toastFailure } from '@/api/core/failure'
import { deleteTracker, trackerNames, useTrackers, type Tracker } from '@/api/settings/trackers'
import { Badge } from '@/ui/badges/badge'
import { Button } from '@/ui/button'
import { Card } from '@/ui/card'
import { EmptyState } from '@/ui/empty-state'
import { LoadError } from '@/ui/load-error'
import { ConfirmDialog, ConfirmText } from '@/ui/overlays/confirm-dialog'
import { SkeletonRows } from '@/ui/skeleton'
import { AddTrackerDialog } from './add-tracker-dialog'

/** Where the team keeps its to-do list: opportunities become issues there. */
export function TrackersCard() {
  const { trackers, loading, error, reload } = useTrackers()
  const [adding, setAdding] = useState(false)
  const [deleting, setDeleting] = useState<Tracker | null>(null)
  const add = (
    <Button icon="plus" onClick={() => setAdding(true)}>
      Connect tracker
    </Button>
  )
  const has = trackers !== undefined && trackers.length > 0
  return (
    <Card
      title="Issue trackers"
      subtitle="Send opportunities to GitHub, Jira or Linear. When an issue is closed, its opportunity is done"
      aside={has && add}
    >
      {loading && <SkeletonRows rows={1} label="Loading the trackers" />}
      {error && <LoadError error={error} onRetry={() => void reload()} />}
      {trackers?.length === 0 && (
        <EmptyState compact icon="layers" title="No trackers yet" action={add}>
          Create an issue from any opportunity, with its steps and a link back.
        </EmptyState>
      )}
      {has && (
        <ul aria-label="Issue trackers" className="divide-y divide-line">
          {trackers.map((tracker) => (
            <li key={tracker.id} className="flex flex-wrap items-center gap-x-3 gap-y-2 px-4 py-3">
              <div className="min-w-0 flex-[1_1_16rem]">
                <p className="truncate font-medium">{tracker.name}</p>
                <p className="truncate text-ink-2">
                  {trackerNames[tracker.kind]} · {tracker.project}
                </p>
                {tracker.problem && <p className="text-xs text-pretty text-bad-ink">{tracker.problem}</p>}
              </div>
              {tracker.problem && <Badge tone="bad">Not working</Badge>}
              <Button size="sm" aria-label={`Disconnect ${tracker.name}`} onClick={() => setDeleting(tracker)}>
                Disconnect
              </Button>
            </li>
          ))}
        </ul>
      )}
      {adding && <AddTrackerDialog onClose={() => setAdding(false)} />}
      {deleting && (
        <ConfirmDialog
          title="Disconnect the tracker?"
          action="Disconnect"
          onConfirm={() => deleteTracker(deleting.id)}
          success={{ title: 'Tracker disconnected' }}
          onError={(failure) => toastFailure(failure, 'Failed to disconnect the tracker')}
          onClose={() => setDeleting(null)}
        >
          <ConfirmText>
            Its issues stay where they are, but opportunities no longer follow them. This can’t be undone.
          </ConfirmText>
        </ConfirmDialog>
      )}
    </Card>
  )
}
