import type { Site } from '@/api/sites'
import { useUrlState } from '@/lib/use-url-state'
import { AnalysisTable } from '@/tables/analysis-table'
import { tableDefaults } from '@/tables/use-table-view'
import { Segmented } from '@/ui/forms/segmented'
import { bingCrawlIssues, bingPages, bingQueries } from './bing'

const views = [
  { value: 'queries', label: 'Queries' },
  { value: 'pages', label: 'Pages' },
  { value: 'issues', label: 'Crawl issues' },
] as const

/** The site in Bing; a separate chunk, as few sites are connected to it. */
export function BingTab({ site }: { site: Site }) {
  const [{ bing }, set] = useUrlState({ bing: 'queries', ...tableDefaults })
  return (
    <>
      <p className="mb-4 text-pretty text-ink-2">
        How the site does in Bing, from Bing Webmaster Tools, which counts by week. Copilot and other assistants
        search Bing for their answers.
      </p>
      <div className="@container mb-4">
        <Segmented
          label="What to show of Bing"
          options={views}
          value={views.find(({ value }) => value === bing)?.value ?? 'queries'}
          onChange={(value) => set({ ...tableDefaults, bing: value })}
        />
      </div>
      {bing === 'pages' ? (
        <AnalysisTable table={bingPages} site={site} />
      ) : bing === 'issues' ? (
        <AnalysisTable table={bingCrawlIssues} site={site} />
      ) : (
        <AnalysisTable table={bingQueries} site={site} />
      )}
    </>
  )
}
