import { Link } from 'wouter'
import { Button, buttonClass } from '@/ui/button'
import { Icon } from '@/ui/icons'
import { ImportSummary } from './import-summary'
import type { CrawlUpload } from './upload-state'

/** The result of an upload: its summary and the next steps. */
export function UploadImported({
  upload,
  siteId,
  onAgain,
}: {
  upload: Extract<CrawlUpload, { phase: 'imported' }>
  siteId: string
  onAgain: () => void
}) {
  const { result, fileName } = upload
  return (
    <div className="p-4">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-3">
        <span className="flex size-9 shrink-0 items-center justify-center rounded-full bg-good-soft text-good-ink">
          <Icon name={result.unchanged ? 'info' : 'check'} size={18} />
        </span>
        <div className="min-w-0 flex-1 basis-56">
          <p className="text-base font-semibold text-pretty">{result.message}</p>
          <p className="truncate text-ink-2" title={fileName}>
            {fileName}
          </p>
        </div>
        <div className="flex flex-wrap gap-2">
          <Link href="/opportunities" className={buttonClass('primary')}>
            See what to fix first
            <Icon name="right" className="-mr-1" />
          </Link>
          <Button icon="upload" onClick={onAgain}>
            Upload another file
          </Button>
        </div>
      </div>
      <div className="mt-4">
        {/* The import may have created the site; a new mapping shows in this card. */}
        <ImportSummary file={{ ...result, siteId, fileName }} />
      </div>
    </div>
  )
}
