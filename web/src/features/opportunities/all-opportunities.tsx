import { num } from '@/lib/format'
import { Card } from '@/ui/card'
import { LoadError } from '@/ui/load-error'
import { PageHeader } from '@/ui/page-header'
import { SkeletonRows } from '@/ui/skeleton'
import { DetailSheet } from './detail-sheet'
import { Filters } from './filters'
import { NothingMatches } from './nothing-matches'
import { OpportunityTable } from './opportunity-table'
import { useOpportunities } from './use-opportunities'

/** Case (c): everything found for the site, filtered by the URL; one of them may be open in the sheet. */
export function AllOpportunities() {
  const { filters, setFilters, matches, beyond, open, close, clear, loading, error, reload } =
    useOpportunities()
  return (
    <>
      <PageHeader title="All Opportunities">
        What to fix, ranked by what it is worth and how easy it is
      </PageHeader>
      <Filters filters={filters} onChange={setFilters} onClear={clear} />
      <Card title={matches ? `Opportunities (${matches.length})` : 'Opportunities'}>
        {loading && <SkeletonRows />}
        {error && <LoadError error={error} onRetry={reload} />}
        {matches?.length === 0 && <NothingMatches filters={filters} onClear={clear} />}
        {matches && matches.length > 0 && <OpportunityTable insights={matches} onOpen={open} />}
        {beyond > 0 && (
          <p className="border-t border-line px-4 py-3 text-center text-ink-3">
            {num(beyond)} more rank below these. They move up as you work these off.
          </p>
        )}
      </Card>
      <DetailSheet id={filters.o} list={matches ?? []} onOpen={open} onClose={close} />
    </>
  )
}
