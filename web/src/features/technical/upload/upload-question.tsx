import { useSites } from '@/api/sites'
import { Button } from '@/ui/button'
import { Icon } from '@/ui/icons'
import { clearUpload, importConfirmed, type CrawlUpload } from './upload-state'

type UploadQuestionProps = { upload: Extract<CrawlUpload, { phase: 'question' }>; siteId: string }

/** A file that looks like another site's crawl: nothing is imported until the user says where it belongs. */
export function UploadQuestion({ upload, siteId }: UploadQuestionProps) {
  const { sites } = useSites()
  const site = sites?.find((item) => item.id === siteId)
  const owner = sites?.find((item) => item.id !== siteId && isOn(upload.domain, item.domain))
  return (
    <div
      role="alert"
      className="mx-4 mt-4 flex flex-wrap items-start gap-x-4 gap-y-3 rounded-md bg-warn-soft px-3 py-2.5 text-warn-ink"
    >
      <div className="flex min-w-0 flex-1 basis-64 gap-2.5">
        <Icon name="alert" className="mt-0.5 shrink-0" />
        <p className="min-w-0 wrap-anywhere">
          <b className="block font-semibold">{upload.fileName} is not imported yet</b>
          {upload.reason}
        </p>
      </div>
      <div className="flex flex-wrap gap-2">
        {owner && (
          <Button variant="primary" onClick={() => void importConfirmed(siteId, upload, owner.id)}>
            Import for {owner.name}
          </Button>
        )}
        <Button onClick={() => void importConfirmed(siteId, upload, siteId)}>
          {owner ? `Import for ${site?.name ?? 'this site'} anyway` : 'Import anyway'}
        </Button>
        <Button onClick={() => clearUpload(siteId)}>Cancel</Button>
      </div>
    </div>
  )
}

const isOn = (host: string, domain: string) => host === domain || host.endsWith(`.${domain}`)
