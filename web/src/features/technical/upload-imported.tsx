import { Link } from 'wouter'
import { Button, buttonClass } from '@/ui/button'
import { Icon } from '@/ui/icons'
import type { CrawlUpload } from './upload-state'

/** What came of an upload, and what to do with it. */
export function UploadImported({
  upload,
  onAgain,
}: {
  upload: Extract<CrawlUpload, { phase: 'imported' }>
  onAgain: () => void
}) {
  return (
    <div className="flex min-h-52 flex-col items-center justify-center px-5 py-8 text-center">
      <span className="flex size-10 items-center justify-center rounded-full bg-good-soft text-good-ink">
        <Icon name="check" size={20} />
      </span>
      <p className="mt-3 text-base font-semibold text-balance">{upload.result.message}</p>
      <p className="max-w-full truncate text-ink-2">{upload.fileName}</p>
      <div className="mt-4 flex flex-wrap justify-center gap-2">
        <Link href="/opportunities" className={buttonClass('primary')}>
          See what to fix first
          <Icon name="right" className="-mr-1" />
        </Link>
        <Button icon="upload" onClick={onAgain}>
          Upload another file
        </Button>
      </div>
    </div>
  )
}
