import { toastFailure } from '@/api/core/failure'
import { deleteCrawl, type Crawl } from '@/api/technical'
import { toast } from '@/lib/toast'
import { useBusy } from '@/lib/use-busy'
import { Button } from '@/ui/button'
import { Dialog, DialogActions } from '@/ui/overlays/dialog'

type DeleteCrawlDialogProps = {
  crawl: Crawl
  onClose: () => void
  onDeleted: () => void
}

/** Asks before a crawl is deleted, such as one that was uploaded to the wrong site. */
export function DeleteCrawlDialog({ crawl, onClose, onDeleted }: DeleteCrawlDialogProps) {
  const [busy, run] = useBusy()
  const remove = () =>
    run(async () => {
      try {
        await deleteCrawl(crawl)
        toast('Crawl Deleted', { description: 'The opportunities are being worked out again.', tone: 'good' })
        onDeleted()
      } catch (error) {
        toastFailure(error, 'Failed to delete the crawl')
      }
    })
  return (
    <Dialog open onClose={onClose} title="Delete the crawl?">
      <p className="text-pretty text-ink-2">
        <bdi className="font-medium text-ink">{crawl.fileName}</bdi> goes with all it found; the crawl before it
        counts again. This action cannot be undone, but you can upload the file again, to any site.
      </p>
      <DialogActions>
        <Button onClick={onClose} disabled={busy}>
          Cancel
        </Button>
        <Button variant="danger" icon="trash" busy={busy} onClick={() => void remove()}>
          Delete
        </Button>
      </DialogActions>
    </Dialog>
  )
}
