import { rejectedRowsFile } from '@/api/technical'
import { toast } from '@/lib/toast'
import { DownloadLink } from '@/ui/download-link'
import { Icon } from '@/ui/icons'
import type { CrawlUpload } from './upload-state'

/**
 * Why an upload was refused; it stays until the next one, as a toast would be gone before the file is fixed.
 */
export function UploadFailed({ upload }: { upload: Extract<CrawlUpload, { phase: 'failed' }> }) {
  return (
    <div className="mx-4 mt-4 flex gap-2.5 rounded-md bg-bad-soft px-3 py-2.5 text-bad-ink">
      <Icon name="alert" className="mt-0.5 shrink-0" />
      <div className="min-w-0 wrap-anywhere">
        {upload.fileName && <b className="block font-semibold">{upload.fileName} was not imported</b>}
        <p>{upload.reason}</p>
        {upload.rejectedOf && (
          <p className="mt-2">
            <DownloadLink
              size="sm"
              href={rejectedRowsFile(upload.rejectedOf)}
              onStart={() => toast('Export Started')}
            >
              Download the rows with reasons
            </DownloadLink>
          </p>
        )}
      </div>
    </div>
  )
}
