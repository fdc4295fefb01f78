import { useState } from 'react'
import { Button } from '@/ui/button'
import { Icon } from '@/ui/icons'
import { MapColumns } from './map-columns'
import type { CrawlUpload } from './upload-state'

/** A file with unknown columns: the reason and the mapping dialog, which opens by itself at first. */
export function UploadUnmapped({
  upload,
  siteId,
}: {
  upload: Extract<CrawlUpload, { phase: 'unmapped' }>
  siteId: string
}) {
  const [open, setOpen] = useState(true)
  return (
    <div className="mx-4 mt-4 flex flex-wrap items-start gap-x-4 gap-y-3 rounded-md bg-warn-soft px-3 py-2.5 text-warn-ink">
      <div className="flex min-w-0 flex-1 basis-64 gap-2.5">
        <Icon name="alert" className="mt-0.5 shrink-0" />
        <p className="min-w-0 wrap-anywhere">
          <b className="block font-semibold">{upload.fileName} needs column names</b>
          {upload.reason}
        </p>
      </div>
      <Button variant="primary" onClick={() => setOpen(true)}>
        Map columns
      </Button>
      <MapColumns file={{ ...upload, siteId }} open={open} onClose={() => setOpen(false)} />
    </div>
  )
}
