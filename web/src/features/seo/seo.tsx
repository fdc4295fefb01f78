import { Suspense } from 'react'
import type { Site } from '@/api/sites'
import { lazyPart } from '@/lib/parts/lazy-part'
import { AnalysisScreen, type TableTabs } from '@/tables/analysis-screen'
import { AnalysisTable } from '@/tables/analysis-table'
import { PartOfPlan } from '@/ui/plan-notice'
import { SkeletonRows } from '@/ui/skeleton'
import { aiAssistants } from './ai-assistants'
import { cannibalization } from './cannibalization'
import { competitors } from './competitors'
import { decay } from './decay'
import { internalLinks } from './internal-links'
import { pages } from './pages'
import { queries } from './queries'

const BingTab = lazyPart(async () => ({ default: (await import('./bing-tab')).BingTab }))

const tabs = (site: Site): TableTabs => [
  { value: 'queries', label: 'Queries', content: <AnalysisTable table={queries} site={site} /> },
  { value: 'pages', label: 'Pages', content: <AnalysisTable table={pages} site={site} /> },
  {
    value: 'ai-assistants',
    label: 'AI assistants',
    content: <AnalysisTable table={aiAssistants} site={site} />,
  },
  {
    value: 'bing',
    label: 'Bing',
    content: (
      <Suspense fallback={<SkeletonRows />}>
        <BingTab site={site} />
      </Suspense>
    ),
  },
  {
    value: 'cannibalization',
    label: 'Cannibalization',
    content: <AnalysisTable table={cannibalization} site={site} />,
  },
  { value: 'decay', label: 'Content Decay', content: <AnalysisTable table={decay} site={site} /> },
  {
    value: 'internal-links',
    label: 'Internal Links',
    content: <AnalysisTable table={internalLinks} site={site} />,
  },
  {
    value: 'competitors',
    label: 'Competitors',
    content: (
      <>
        <PartOfPlan source="semrush_competitors" className="mb-4" />
        <AnalysisTable table={competitors} site={site} />
      </>
    ),
  },
]

/** A site in Google Search: queries, pages, and what holds them back. */
export const SEO = () => (
  <AnalysisScreen title="SEO Analysis" lead="Organic search performance" source="gsc" tabs={tabs} />
)
