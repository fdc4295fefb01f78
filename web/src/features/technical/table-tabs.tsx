import type { Site } from '@/api/sites'
import { AnalysisTable } from '@/tables/analysis-table'
import { PartOfPlan } from '@/ui/plan-notice'
import { crawledPages } from './crawled-pages'
import { PageSheet } from './page/page-sheet'
import { pageSpeed } from './page-speed'
import { useOpenDetail } from './use-open-detail'

// A separate chunk, as most visits are about issues.

/** The speed of a site's pages. */
export const PageSpeedTab = ({ site }: { site: Site }) => (
  <>
    <PartOfPlan source="pagespeed" className="mb-4" />
    <AnalysisTable table={pageSpeed} site={site} />
  </>
)

/** The pages of the newest crawl. */
export function PagesTab({ site }: { site: Site }) {
  const { page, openPage, close } = useOpenDetail()
  return (
    <>
      <AnalysisTable table={crawledPages} site={site} />
      <PageSheet siteId={site.id} url={page} onOpen={openPage} onClose={close} />
    </>
  )
}
