import type { AddedSites } from '@/api/integrations'
import { num } from '@/lib/format'
import { Button } from '@/ui/button'
import { DialogActions } from '@/ui/overlays/dialog'
import { Notice } from '@/ui/notice'

/** Which properties became sites, and why the others did not. */
export const AddedSummary = ({
  outcome: { added, skipped },
  onClose,
}: {
  outcome: AddedSites
  onClose: () => void
}) => (
  <>
    {added.length > 0 && (
      <Notice tone="good" className="mb-3">
        {added.length === 1 ? '1 site was added.' : `${num(added.length)} sites were added.`} Their data is
        syncing.
      </Notice>
    )}
    <h3 className="mb-1 font-semibold">
      {skipped.length === 1 ? '1 property was left out' : `${num(skipped.length)} properties were left out`}
    </h3>
    <ul
      aria-label="Left out"
      className="max-h-80 divide-y divide-line overflow-y-auto rounded-md border border-line"
    >
      {skipped.map(({ property, reason }) => (
        <li key={property} className="px-3 py-2">
          <span className="block wrap-anywhere">{property}</span>
          <span className="block text-xs text-pretty text-ink-2">{reason}</span>
        </li>
      ))}
    </ul>
    <DialogActions>
      <Button variant="primary" onClick={onClose}>
        Done
      </Button>
    </DialogActions>
  </>
)
