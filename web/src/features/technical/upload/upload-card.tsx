import { Suspense, useEffect } from 'react'
import { lazyPart } from '@/lib/parts/lazy-part'
import { Card } from '@/ui/card'
import { SkeletonRows } from '@/ui/skeleton'
import { DropZone } from './drop-zone'
import { LargeCrawl } from './large-crawl'
import { RemoteCrawl } from './remote-crawl'
import { UploadFailed } from './upload-failed'
import { UploadProgress } from './upload-progress'
import { UploadQuestion } from './upload-question'
import { clearUpload, useCrawlUploads } from './upload-state'

// Loaded once there is a result to show.
const UploadImported = lazyPart(async () => ({ default: (await import('./upload-imported')).UploadImported }))
const UploadUnmapped = lazyPart(async () => ({ default: (await import('./upload-unmapped')).UploadUnmapped }))

type UploadCardProps = {
  siteId: string
  small: boolean
  /** Called with true while there is an upload to show. */
  onActive: (active: boolean) => void
}

/** Uploads one crawl export, with its progress and result. */
export function UploadCard({ siteId, small, onActive }: UploadCardProps) {
  const upload = useCrawlUploads((s) => s.bySite[siteId])
  const active = upload !== undefined
  useEffect(() => onActive(active), [active, onActive])
  const busy = upload?.phase === 'sending' || upload?.phase === 'importing'
  return (
    <Card
      title="Upload crawler CSV"
      subtitle={
        small ? undefined : 'An export from Screaming Frog, Sitebulb, Ahrefs, Semrush or another crawler'
      }
    >
      {busy && <UploadProgress upload={upload} />}
      <Suspense fallback={<SkeletonRows rows={1} />}>
        {upload?.phase === 'imported' && (
          <UploadImported upload={upload} siteId={siteId} onAgain={() => clearUpload(siteId)} />
        )}
        {upload?.phase === 'unmapped' && (
          <UploadUnmapped key={upload.uploadId + upload.reason} upload={upload} siteId={siteId} />
        )}
      </Suspense>
      {upload?.phase === 'question' && <UploadQuestion upload={upload} siteId={siteId} />}
      {upload?.phase === 'failed' && <UploadFailed upload={upload} />}
      {!busy && upload?.phase !== 'imported' && (
        <div className="p-4">
          <DropZone siteId={siteId} small={small} />
          <p className="mt-3 text-xs text-pretty text-ink-3">
            {small
              ? 'Up to 50 MB as .csv, .tsv, .txt, .xlsx, .gz or .zip, from any crawler.'
              : 'Up to 50 MB as .csv, .tsv, .txt, .xlsx, .gz or .zip. Put several exports of one crawl into a .zip. Start with the Internal export; add other tabs and links in any order.'}
          </p>
          <LargeCrawl siteId={siteId} small={small} />
          <RemoteCrawl siteId={siteId} small={small} />
        </div>
      )}
    </Card>
  )
}
