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
    success={{ title: 'Crawl deleted', description: 'Opportunities are being updated.' }}
    onError={(error) => toastFailure(error, 'Failed to delete the crawl')}
    onClose={onClose}
    onDone={onDeleted}
  >
    <ConfirmText>
      <bdi className="font-medium text-ink">{crawl.fileName}</bdi> and its issues are deleted; the previous
      crawl becomes current. This can’t be undone, but you can upload the file again.
    </ConfirmText>
  </ConfirmDialog>
)
