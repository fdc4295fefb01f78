import { lazy, Suspense } from 'react'
import type { Site } from '@/api/sites'
import { PartOfPlan } from '@/ui/plan-notice'
import { Skeleton } from '@/ui/skeleton'
import { CrawlCard } from './crawl/crawl-card'
import { PageChanges } from './crawl/page-changes'
import { CrawlHistory } from './crawls/crawl-history'
import { Issues } from './issues/issues'
import { useOpenDetail } from './use-open-detail'

// Loaded after the screen: the uploader is large, and sheets open later.
const UploadCard = lazy(async () => ({ default: (await import('./upload/upload-card')).UploadCard }))
const PageSheet = lazy(async () => ({ default: (await import('./page/page-sheet')).PageSheet }))
const CrawlSheet = lazy(async () => ({ default: (await import('./crawls/crawl-sheet')).CrawlSheet }))

/** The crawls of a site: a new one, upload, history, and the issues of the newest one. */
export function CrawlerTab({ site }: { site: Site }) {
  const siteId = site.id
  const { page, crawl, openPage, openCrawl, close } = useOpenDetail()
  return (
    <div className="grid gap-4">
      <PartOfPlan source="crawl" />
      <div className="grid items-stretch gap-4 @4xl:grid-cols-[minmax(0,1fr)_320px]">
        <div className="grid content-start gap-4">
          <CrawlCard site={site} />
          <Suspense fallback={<Skeleton className="h-72 rounded-lg" />}>
            <UploadCard siteId={siteId} />
          </Suspense>
        </div>
        <CrawlHistory siteId={siteId} onOpen={openCrawl} />
      </div>
      <PageChanges siteId={siteId} onOpenPage={openPage} />
      <Issues siteId={siteId} onOpenPage={openPage} />
      <Suspense>
        <PageSheet siteId={siteId} url={page} onOpen={openPage} onClose={close} />
        <CrawlSheet siteId={siteId} id={crawl} onClose={close} />
      </Suspense>
    </div>
  )
}
