import { useRef } from 'react'
import { Button } from '@/ui/button'

/** Uploads crawls too large for one request: in parts, up to 10 GB. */
export function LargeCrawl({ siteId }: { siteId: string }) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <div className="mt-4 flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-t border-line pt-4">
      <p className="min-w-0 flex-1 basis-56 text-xs text-pretty text-ink-3">
        <b className="block text-sm font-medium text-ink">Large crawl</b>
        Up to 10 GB. Uploads resume if your connection drops.
      </p>
      <Button size="sm" icon="upload" onClick={() => input.current?.click()}>
        Choose a large file
      </Button>
      <input
        ref={input}
        type="file"
        aria-label="Large crawl"
        accept=".csv,.tsv,.txt,.gz,.zip,text/csv"
        className="hidden"
        onChange={(event) => {
          const file = event.target.files?.[0]
          event.target.value = '' // so that the same file can be chosen again
          if (file) void send(siteId, file)
        }}
      />
    </div>
  )
}

/** The uploader is loaded when it is needed. */
async function send(siteId: string, file: File) {
  const { sendLargeCrawl } = await import('./large-crawl-upload')
  await sendLargeCrawl(siteId, file)
}
