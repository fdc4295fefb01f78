import { lazy, Suspense } from 'react'
import type { Site } from '@/api/sites'
import { PartOfPlan } from '@/ui/plan-notice'
import { CrawlCard } from './crawl/crawl-card'
import { PageChanges } from './crawl/page-changes'
import { CrawlHistory } from './crawls/crawl-history'
import { Issues } from './issues/issues'
import { UploadCard } from './upload/upload-card'
import { useOpenDetail } from './use-open-detail'

// Loaded after the screen: sheets open later.
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
          <UploadCard siteId={siteId} />
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
