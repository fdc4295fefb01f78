import { useUploadSources } from '@/api/crawls/companion'
import { joinOr } from '@/lib/format'
import { Button } from '@/ui/button'

const names: Record<string, string> = { url: 'a link', drive: 'Google Drive', dropbox: 'Dropbox' }

/** Imports crawls from elsewhere, if the server can fetch them. */
export function RemoteCrawl({ siteId }: { siteId: string }) {
  const sources = useUploadSources().filter((source) => source in names)
  if (sources.length === 0) return null
  const from = joinOr(sources.map((s) => names[s]!))
  return (
    <div className="mt-4 flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-t border-line pt-4">
      <p className="min-w-0 flex-1 basis-56 text-xs text-pretty text-ink-3">
        <b className="block text-sm font-medium text-ink">Crawl from elsewhere</b>
        Fetched from {from}. Up to 10 GB.
      </p>
      <Button size="sm" onClick={() => void open(siteId, sources)}>
        Choose a source
      </Button>
    </div>
  )
}

/** The dialog is loaded when it is needed. */
async function open(siteId: string, sources: string[]) {
  const { openRemoteSources } = await import('./remote-crawl-upload')
  openRemoteSources(siteId, sources)
}
