import { toastFailure } from '@/api/core/failure'
import { deleteCrawl, type Crawl } from '@/api/technical'
import { ConfirmDialog, ConfirmText } from '@/ui/overlays/confirm-dialog'

type DeleteCrawlDialogProps = {
  crawl: Crawl
  onClose: () => void
  onDeleted: () => void
}

/** Confirms the deletion of a crawl, such as one uploaded to the wrong site. */
export const DeleteCrawlDialog = ({ crawl, onClose, onDeleted }: DeleteCrawlDialogProps) => (
  <ConfirmDialog
    title="Delete the crawl?"
    action="Delete"
    icon="trash"
    onConfirm={() => deleteCrawl(crawl)}
    success={{ title: 'Crawl Deleted', description: 'The opportunities are being worked out again.' }}
    onError={(error) => toastFailure(error, 'Failed to delete the crawl')}
    onClose={onClose}
    onDone={onDeleted}
  >
    <ConfirmText>
      <bdi className="font-medium text-ink">{crawl.fileName}</bdi> goes with all it found; the crawl before it
      counts again. This action cannot be undone, but you can upload the file again, to any site.
    </ConfirmText>
  </ConfirmDialog>
)
