import { useUploadSources } from '@/api/crawls/companion'
import { joinOr } from '@/lib/format'
import { Button } from '@/ui/button'
import { OtherWay } from './other-way'

const names: Record<string, string> = { url: 'a link', drive: 'Google Drive', dropbox: 'Dropbox' }

/** Imports crawls from elsewhere, if the server can fetch them. */
export function RemoteCrawl({ siteId, small }: { siteId: string; small: boolean }) {
  const sources = useUploadSources().filter((source) => source in names)
  if (sources.length === 0) return null
  const button = (
    <Button size="sm" onClick={() => void open(siteId, sources)}>
      Choose a source
    </Button>
  )
  return (
    <OtherWay title="Crawl from elsewhere" small={small} button={button}>
      Fetched from {joinOr(sources.map((s) => names[s]!))}. Up to 10 GB.
    </OtherWay>
  )
}

/** The dialog is loaded when it is needed. */
async function open(siteId: string, sources: string[]) {
  const { openRemoteSources } = await import('./remote-crawl-upload')
  openRemoteSources(siteId, sources)
}
