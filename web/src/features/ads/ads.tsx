import { Suspense } from 'react'
import type { Site } from '@/api/sites'
import { lazyPart } from '@/lib/parts/lazy-part'
import { AnalysisScreen, type TableTabs } from '@/tables/analysis-screen'
import { AnalysisTable } from '@/tables/analysis-table'
import { SkeletonRows } from '@/ui/skeleton'
import { brandSplit } from './brand-split'
import { campaigns } from './campaigns'
import { keywords } from './keywords'
import { overlap } from './overlap'
import { risingCPC } from './rising-cpc'
import { wastedSpend } from './wasted-spend'

// Wasted spend is there first.
const SearchTermsTab = lazyPart(async () => ({ default: (await import('./search-terms-tab')).SearchTermsTab }))

const tabs = (site: Site): TableTabs => [
  {
    value: 'wasted-spend',
    label: 'Wasted Spend',
    content: <AnalysisTable table={wastedSpend} site={site} />,
  },
  { value: 'campaigns', label: 'Campaigns', content: <AnalysisTable table={campaigns} site={site} /> },
  {
    value: 'brand',
    label: 'Brand vs Non-brand',
    content: <AnalysisTable table={brandSplit} site={site} />,
  },
  { value: 'rising-cpc', label: 'Rising CPC', content: <AnalysisTable table={risingCPC} site={site} /> },
  {
    value: 'search-terms',
    label: 'Search Term Miner',
    content: (
      <Suspense fallback={<SkeletonRows />}>
        <SearchTermsTab site={site} />
      </Suspense>
    ),
  },
  { value: 'keywords', label: 'Keywords', content: <AnalysisTable table={keywords} site={site} /> },
  {
    value: 'overlap',
    label: 'Paid & organic overlap',
    content: <AnalysisTable table={overlap} site={site} />,
  },
]

/** A site's Google Ads: wasted spend, rising prices and search terms. */
export const Ads = () => (
  <AnalysisScreen title="Google Ads Analysis" lead="Google Ads performance" source="gads" tabs={tabs} />
)
