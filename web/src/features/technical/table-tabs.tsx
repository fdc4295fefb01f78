import type { Site } from '@/api/sites'
import { useUrlState } from '@/lib/use-url-state'
import { AnalysisTable } from '@/tables/analysis-table'
import { Segmented } from '@/ui/forms/segmented'
import { PartOfPlan } from '@/ui/plan-notice'
import { crawledPages } from './crawled-pages'
import { PageSheet } from './page/page-sheet'
import { pageSpeed } from './page-speed'
import { pageSpeedTemplates, speedDefaults } from './page-speed-templates'
import { SpeedSummary } from './speed-summary'
import { useOpenDetail } from './use-open-detail'

// A separate chunk, as most visits are about issues.

const speedViews = [
  { value: 'pages', label: 'Pages' },
  { value: 'templates', label: 'Templates' },
] as const

/** The speed of a site's pages, one by one or by template. */
export function PageSpeedTab({ site }: { site: Site }) {
  const [{ by }, set] = useUrlState(speedDefaults)
  return (
    <>
      <PartOfPlan source="pagespeed" className="mb-4" />
      <SpeedSummary siteId={site.id} />
      <div className="@container mb-4">
        <Segmented
          label="List page speed by"
          options={speedViews}
          value={by}
          onChange={(value) => set({ ...speedDefaults, by: value })}
        />
      </div>
      {by === 'templates' ? (
        <AnalysisTable table={pageSpeedTemplates} site={site} />
      ) : (
        <AnalysisTable table={pageSpeed} site={site} />
      )}
    </>
  )
}

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
