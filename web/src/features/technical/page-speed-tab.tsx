import type { Site } from '@/api/sites'
import { AnalysisTable } from '@/tables/analysis-table'
import { PartOfPlan } from '@/ui/plan-notice'
import { pageSpeed } from './page-speed'

/** The speed of a site's pages; a separate chunk, as most visits are about crawls. */
export const PageSpeedTab = ({ site }: { site: Site }) => (
  <>
    <PartOfPlan source="pagespeed" className="mb-4" />
    <AnalysisTable table={pageSpeed} site={site} />
  </>
)
