import { useState } from 'react'
import { useMay } from '@/api/core/role'
import { useUpload, type Crawl } from '@/api/technical'
import { countText, day } from '@/lib/format'
import { Button } from '@/ui/button'
import { Sheet, SheetBody, SheetSection, SheetTitle } from '@/ui/overlays/sheet'
import { EmptyState } from '@/ui/empty-state'
import { LoadError } from '@/ui/load-error'
import { SkeletonRows } from '@/ui/skeleton'
import { CrawlChanges } from './crawl-changes'
import { DeleteCrawlDialog } from './delete-crawl-dialog'
import { ImportSummary } from '../upload/import-summary'
import { useRecentCrawls } from './use-recent-crawls'

type CrawlSheetProps = {
  siteId: string
  /** The id of the open crawl; empty when none is. */
  id: string
  onClose: () => void
}

/** One crawl of the history: its figures and files. */
export function CrawlSheet({ siteId, id, onClose }: CrawlSheetProps) {
  // Keeps the content while the panel slides out.
  const [lastId, setLastId] = useState(id)
  if (id !== '' && id !== lastId) setLastId(id)
  return (
    <Sheet open={id !== ''} onClose={onClose}>
      <div className="flex h-13 shrink-0 items-center justify-end border-b border-line px-3 md:px-4">
        <Button variant="ghost" icon="x" aria-label="Close" onClick={onClose} />
      </div>
      <SheetBody label="Crawl">
        {lastId !== '' && <CrawlDetail key={lastId} siteId={siteId} id={lastId} onClose={onClose} />}
      </SheetBody>
    </Sheet>
  )
}

function CrawlDetail({ siteId, id, onClose }: CrawlSheetProps) {
  const { crawls, loading, error, reload } = useRecentCrawls(siteId)
  const { edit } = useMay()
  const [deleting, setDeleting] = useState(false)
  const crawl = crawls?.find((item) => item.id === id)
  if (crawl) {
    return (
      <>
        <CrawlFacts crawl={crawl} />
        {crawl.uploads.map((upload) => (
          <UploadedFile key={upload} id={upload} onImport={onClose} />
        ))}
        {edit && (
          <SheetSection title="Wrong file or wrong site?">
            <Button icon="trash" size="sm" onClick={() => setDeleting(true)}>
              Delete crawl
            </Button>
          </SheetSection>
        )}
        {deleting && <DeleteCrawlDialog crawl={crawl} onClose={() => setDeleting(false)} onDeleted={onClose} />}
      </>
    )
  }
  return (
    <>
      <span className="sr-only">
        <SheetTitle>Crawl</SheetTitle>
      </span>
      {loading && <SkeletonRows />}
      {error && <LoadError error={error} onRetry={reload} />}
      {crawls && (
        <EmptyState icon="layers" title="Crawl not available">
          This crawl belongs to another site or was replaced by newer crawls.
        </EmptyState>
      )}
    </>
  )
}

const CrawlFacts = ({ crawl }: { crawl: Crawl }) => (
  <div className="px-5 py-5 md:px-6">
    <SheetTitle>{crawl.fileName}</SheetTitle>
    <p className="mt-1 text-ink-2">
      {crawl.crawledAt && `Crawled on ${day(crawl.crawledAt)}, imported`}
      {!crawl.crawledAt && 'Imported'} on {day(crawl.importedAt)}
    </p>
    <div className="num mt-3 flex flex-wrap items-center gap-x-4 gap-y-1">
      <span>{countText(crawl.pages, 'page')}</span>
      {crawl.links > 0 && <span>{countText(crawl.links, 'link')}</span>}
      <span>{countText(crawl.issues, 'issue')}</span>
      <CrawlChanges crawl={crawl} />
    </div>
  </div>
)

function UploadedFile({ id, onImport }: { id: string; onImport: () => void }) {
  const { upload, loading, error, reload } = useUpload(id)
  return (
    <SheetSection title={upload?.fileName ?? 'File'} {...(upload && { aside: day(upload.createdAt) })}>
      {loading && <SkeletonRows rows={3} />}
      {error && <LoadError error={error} onRetry={reload} />}
      {upload && <ImportSummary file={{ ...upload, uploadId: upload.id }} onImport={onImport} />}
    </SheetSection>
  )
}
