import type { Site } from '@/api/sites'
import { AnalysisTable } from '@/tables/analysis-table'
import { PartOfPlan } from '@/ui/plan-notice'
import { pageSpeed } from './page-speed'

/** How fast the pages of a site are: code of its own, as most visits here are about crawls. */
export const PageSpeedTab = ({ site }: { site: Site }) => (
  <>
    <PartOfPlan source="pagespeed" className="mb-4" />
    <AnalysisTable table={pageSpeed} site={site} />
  </>
)
