import { lazy, Suspense } from 'react'
import { num } from '@/lib/format'
import { Button } from '@/ui/button'
import { Card } from '@/ui/card'
import { LoadError } from '@/ui/load-error'
import { PageHeader } from '@/ui/page-header'
import { Segmented } from '@/ui/forms/segmented'
import { SiteFilter } from '@/ui/forms/site-filter'
import { SkeletonRows } from '@/ui/skeleton'
import { DetailSheet } from './detail/detail-sheet'
import { Filters } from './filters'
import { HeadlineTotal } from './headline-total'
import { NothingMatches } from './nothing-matches'
import { OpportunityTable } from './opportunity-table'
import { PlanSheet } from './plan/plan-sheet'
import { useOpportunities } from './use-opportunities'

// Most accounts have one site.
const Portfolio = lazy(async () => ({ default: (await import('@/portfolio/portfolio')).Portfolio }))

const scopes = [
  { value: 'site', label: 'This site' },
  { value: 'all', label: 'All sites' },
  { value: 'mine', label: 'My work' },
  { value: 'compare', label: 'Compare sites' },
] as const

/** The initial number of hours of a plan. */
const defaultHours = '10'

/** Case (c): all opportunities, filtered by the URL; one of them may be open in the sheet. */
export function AllOpportunities() {
  const list = useOpportunities()
  const { filters, setFilters, tasks, matches, hiddenCount, open, close, clear } = list
  return (
    <>
      <PageHeader
        title="All Opportunities"
        actions={
          <Button icon="clock" onClick={() => setFilters({ plan: defaultHours }, { push: true })}>
            Plan my hours
          </Button>
        }
      >
        What to fix, ranked by value and effort
      </PageHeader>
      {filters.scope !== 'mine' && (
        <HeadlineTotal
          site={list.site && { ...list.site, ...list.covered, ...(filters.small !== '' && { small: true }) }}
        />
      )}
      {list.hasSeveralSites && (
        <div className="mb-4 flex flex-wrap items-center gap-2">
          <Segmented
            label="Sites"
            value={filters.scope}
            options={scopes}
            onChange={(scope) => setFilters({ scope })}
          />
          {list.allSites && <SiteFilter client={filters.client} tag={filters.tag} onChange={setFilters} />}
        </div>
      )}
      {list.comparing ? (
        <Suspense fallback={<SkeletonRows label="Loading sites" />}>
          <Portfolio
            covered={list.covered}
            onOpen={open}
            onSelect={() => setFilters({ scope: 'site' }, { push: true })}
          />
        </Suspense>
      ) : (
        <>
          <Filters
            filters={filters}
            people={list.mine ? [] : list.people}
            snoozed={list.snoozed}
            small={list.small}
            onChange={setFilters}
            onClear={clear}
          />
          <Card
            title={matches ? `Opportunities (${matches.length})` : 'Opportunities'}
            subtitle={
              tasks &&
              matches &&
              tasks.length < matches.length &&
              `Grouped by cause: ${num(tasks.length)} ${tasks.length === 1 ? 'group' : 'groups'}`
            }
          >
            {list.loading && <SkeletonRows />}
            {list.error && <LoadError error={list.error} onRetry={list.reload} />}
            {tasks?.length === 0 && (
              <NothingMatches
                filters={filters}
                small={list.small}
                onShowSmall={() => setFilters({ small: 'true' })}
                onClear={clear}
                onShowAll={() => setFilters({ scope: 'all' })}
              />
            )}
            {tasks && tasks.length > 0 && (
              <OpportunityTable
                tasks={tasks}
                allSites={list.allSites}
                sort={filters.sort}
                onSort={(sort) => setFilters({ sort })}
                onOpen={open}
              />
            )}
            {hiddenCount > 0 && (
              <p className="border-t border-line px-4 py-3 text-center text-ink-3">
                {num(hiddenCount)} more rank below these and move up as you complete these.
              </p>
            )}
          </Card>
        </>
      )}
      <PlanSheet
        // An open opportunity covers the plan it was opened from.
        hours={filters.o === '' ? filters.plan : ''}
        site={list.site}
        allSites={list.allSites}
        onHours={(plan) => setFilters({ plan })}
        onOpen={open}
        onClose={() => setFilters({ plan: '' })}
      />
      <DetailSheet id={filters.o} list={matches ?? []} onOpen={open} onClose={close} />
    </>
  )
}
