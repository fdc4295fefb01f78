import { useRef } from 'react'
import { Button } from '@/ui/button'
import { crawlFileTypes } from './file-types'
import { OtherWay } from './other-way'

/** Uploads crawls too large for one request: in parts, up to 10 GB. */
export function LargeCrawl({ siteId, small }: { siteId: string; small: boolean }) {
  const input = useRef<HTMLInputElement>(null)
  const button = (
    <Button size="sm" icon="upload" onClick={() => input.current?.click()}>
      Choose a large file
    </Button>
  )
  return (
    <OtherWay title="Large crawl" small={small} button={button}>
      Up to 10 GB. Uploads resume if your connection drops.
      <input
        ref={input}
        type="file"
        aria-label="Large crawl"
        accept={crawlFileTypes.join()}
        className="hidden"
        onChange={(event) => {
          const file = event.target.files?.[0]
          event.target.value = '' // so that the same file can be chosen again
          if (file) void send(siteId, file)
        }}
      />
    </OtherWay>
  )
}

/** The uploader is loaded when it is needed. */
async function send(siteId: string, file: File) {
  const { sendLargeCrawl } = await import('./large-crawl-upload')
  await sendLargeCrawl(siteId, file)
}
