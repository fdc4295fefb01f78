import type { Site } from '@/api/sites'
import { AnalysisTable } from '@/tables/analysis-table'
import { pageSpeed } from './page-speed'

/** How fast the pages of a site are: code of its own, as most visits here are about crawls. */
export const PageSpeedTab = ({ site }: { site: Site }) => <AnalysisTable table={pageSpeed} site={site} />
