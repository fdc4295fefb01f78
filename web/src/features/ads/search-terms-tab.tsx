import type { Site } from '@/api/sites'
import { useUrlState } from '@/lib/use-url-state'
import { AnalysisTable } from '@/tables/analysis-table'
import { Segmented } from '@/ui/forms/segmented'
import { searchTerms } from './search-terms'
import { searchTermWords, termsDefaults } from './search-term-words'

const views = [
  { value: 'terms', label: 'Terms' },
  { value: 'words', label: 'Words' },
] as const

/** What people searched for, by search term or by the words in them. */
export function SearchTermsTab({ site }: { site: Site }) {
  const [{ by }, set] = useUrlState(termsDefaults)
  return (
    <>
      <div className="@container mb-4">
        <Segmented
          label="List search terms by"
          options={views}
          value={by}
          onChange={(value) => set({ ...termsDefaults, by: value })}
        />
      </div>
      {by === 'words' ? (
        <AnalysisTable table={searchTermWords} site={site} />
      ) : (
        <AnalysisTable table={searchTerms} site={site} />
      )}
    </>
  )
}
