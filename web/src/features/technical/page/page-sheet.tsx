import { useState } from 'react'
import { usePageDetail } from '@/api/technical'
import { Button } from '@/ui/button'
import { Sheet, SheetBody, SheetTitle } from '@/ui/overlays/sheet'
import { LoadError } from '@/ui/load-error'
import { SkeletonRows } from '@/ui/skeleton'
import { PageBody } from './page-body'

type PageSheetProps = {
  siteId: string
  /** The URL of the open page; empty when none is. */
  url: string
  onOpen: (url: string) => void
  onClose: () => void
}

/** The details of one page, in a sheet with its own address. */
export function PageSheet({ siteId, url, onOpen, onClose }: PageSheetProps) {
  // Keeps the content while the panel slides out.
  const [lastURL, setLastURL] = useState(url)
  if (url !== '' && url !== lastURL) setLastURL(url)
  return (
    <Sheet open={url !== ''} onClose={onClose}>
      <div className="flex h-13 shrink-0 items-center justify-end border-b border-line px-3 md:px-4">
        <Button variant="ghost" icon="x" aria-label="Close" onClick={onClose} />
      </div>
      {/* The key scrolls another page to its top. */}
      <SheetBody key={lastURL} label="Page details">
        {lastURL !== '' && <PageDetail siteId={siteId} url={lastURL} onOpen={onOpen} />}
      </SheetBody>
    </Sheet>
  )
}

function PageDetail({ siteId, url, onOpen }: Omit<PageSheetProps, 'onClose'>) {
  const { page, loading, error, reload } = usePageDetail({ siteId, url })
  if (page) return <PageBody page={page} onOpen={onOpen} />
  return (
    <>
      <span className="sr-only">
        <SheetTitle>Page</SheetTitle>
      </span>
      {loading && <SkeletonRows label="Loading the page" />}
      {error && <LoadError error={error} onRetry={reload} />}
    </>
  )
}
