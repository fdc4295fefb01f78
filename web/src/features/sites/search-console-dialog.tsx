import { useState } from 'react'
import { messageOf } from '@/api/core/error'
import { addSitesFromSearchConsole, useProperties, type AddedSites } from '@/api/integrations'
import { toastFailure } from '@/api/core/failure'
import { selectSite } from '@/api/selected-site'
import { toast } from '@/lib/toast'
import { useBusy } from '@/lib/interaction/use-busy'
import { Button } from '@/ui/button'
import { Dialog } from '@/ui/overlays/dialog'
import { SkeletonRows } from '@/ui/skeleton'
import { AddedSummary } from './added-summary'
import { ConnectGoogle } from './connect-google'
import { browserCurrency, browserTimeZone } from '@/lib/locale'
import { PropertyChecklist } from './property-checklist'

/** Adds sites from Search Console properties: the fast way to add many. */
export function SearchConsoleDialog({ onClose }: { onClose: () => void }) {
  const [result, setResult] = useState<AddedSites | null>(null)
  return (
    <Dialog open wide onClose={onClose} title="Add from Search Console">
      {result ? (
        <AddedSummary outcome={result} onClose={onClose} />
      ) : (
        <Choice onClose={onClose} onDone={setResult} />
      )}
    </Dialog>
  )
}

function Choice({ onClose, onDone }: { onClose: () => void; onDone: (outcome: AddedSites) => void }) {
  const { properties, loading, error, reload } = useProperties('gsc', {})
  const [busy, run] = useBusy()
  const add = (chosen: string[]) =>
    run(async () => {
      try {
        const defaults = { currency: browserCurrency(), timeZone: browserTimeZone() }
        const outcome = await addSitesFromSearchConsole(chosen, defaults)
        const { added, skipped } = outcome
        if (added[0]) selectSite(added[0].id)
        if (added.length > 0) {
          toast(added.length === 1 ? 'Site Added' : 'Sites added', {
            description: `${added.length} from Search Console. Their data is syncing.`,
            tone: 'good',
          })
        }
        if (skipped.length > 0) onDone(outcome)
        else onClose()
      } catch (failure) {
        toastFailure(failure, 'Failed to add site', 'Failed to Add Site')
      }
    })

  if (loading) return <SkeletonRows label="Loading properties" />
  if (error || !properties) {
    return (
      <ConnectGoogle
        reason={messageOf(error, 'The server could not be reached.')}
        onRetry={() => void reload()}
      />
    )
  }
  if (properties.length === 0) {
    return (
      <ConnectGoogle
        reason="The connected Google account has no Search Console properties."
        onRetry={() => void reload()}
      />
    )
  }
  return (
    <>
      <p className="mb-3 text-pretty text-ink-2">
        Each property becomes a site that syncs with Search Console daily. You can edit its details later.
      </p>
      <PropertyChecklist properties={properties} busy={busy} onAdd={(ids) => void add(ids)}>
        <Button onClick={onClose} disabled={busy}>
          Cancel
        </Button>
      </PropertyChecklist>
    </>
  )
}
