import { Suspense, useMemo, useState } from 'react'
import { useMay } from '@/api/core/role'
import { num } from '@/lib/format'
import { useSteady } from '@/lib/interaction/use-steady'
import { lazyPart } from '@/lib/parts/lazy-part'
import { useColumns } from '@/tables/use-columns'
import { Button } from '@/ui/button'
import { Card } from '@/ui/card'
import { LoadError } from '@/ui/load-error'
import { PageHeader } from '@/ui/page-header'
import { Segmented } from '@/ui/forms/segmented'
import { SiteFilter } from '@/ui/forms/site-filter'
import { usePreload } from '@/ui/overlays/lazily'
import { SkeletonRows } from '@/ui/skeleton'
import { columns } from './columns'
import { Filters } from './filters'
import { HeadlineTotal } from './headline-total'
import { OpportunityTable } from './opportunity-table'
import { filtersOf, queryOf, useOpportunities } from './use-opportunities'

// Loaded once the list is there: they open later.
const importSheet = () => import('./detail/detail-sheet')
const DetailSheet = lazyPart(async () => ({ default: (await importSheet()).DetailSheet }))
const loadDetail = () => Promise.all([DetailSheet.preload(), importSheet().then((sheet) => sheet.loadDetail())])
const PlanSheet = lazyPart(async () => ({ default: (await import('./plan/plan-sheet')).PlanSheet }))
const NothingMatches = lazyPart(async () => ({ default: (await import('./nothing-matches')).NothingMatches }))
const ListControls = lazyPart(async () => ({ default: (await import('./list-controls')).ListControls }))
// Another screen has loaded this one ahead, for one of its links to an opportunity, or a link opens one.
if (location.pathname !== '/opportunities' || /[?&]o=/.test(location.search)) void loadDetail().catch(() => {})

// Most accounts have one site.
const Portfolio = lazyPart(async () => ({ default: (await import('@/portfolio/portfolio')).Portfolio }))

/** The site is a column of lists of several sites only. */
const ofOneSite = columns.filter(({ id }) => id !== 'site')

const scopes = [
  { value: 'site', label: 'This site' },
  { value: 'all', label: 'All sites' },
  { value: 'mine', label: 'My work' },
  { value: 'compare', label: 'Compare sites' },
] as const

/** Those to choose from where everything is the user's own. */
const nobody: readonly string[] = []

/** The initial number of hours of a plan. */
const defaultHours = '10'

/** Case (c): all opportunities, filtered by the URL; one of them may be open in the sheet. */
export function AllOpportunities() {
  const list = useOpportunities()
  const { isClient } = useMay()
  const { filters, setFilters, tasks, matches, open, close, clear } = list
  // Opening a detail leaves the list as it is.
  const query = queryOf(filters)
  const listFilters = useMemo(() => filtersOf(query), [query])
  const steady = useSteady({
    onChange: setFilters,
    onClear: clear,
    onOpen: open,
    onSort: (sort: string) => setFilters({ sort }),
    onMore: list.more.onMore,
  })
  const opened = useOnce(filters.o !== '')
  const planned = useOnce(filters.plan !== '')
  usePreload(loadDetail, !list.loading)
  const choices = list.allSites ? columns : ofOneSite
  const { shown, choose } = useColumns('/opportunities', choices)
  const visible = useMemo(
    () => new Set([...shown].filter((id) => list.allSites || id !== 'site')),
    [shown, list.allSites],
  )
  return (
    <>
      <PageHeader
        title="All Opportunities"
        actions={
          !isClient && (
            <Button icon="clock" onClick={() => setFilters({ plan: defaultHours }, { push: true })}>
              Plan my hours
            </Button>
          )
        }
      >
        {filters.scope === 'mine' ? (
          'Assigned to you across all sites'
        ) : (
          <HeadlineTotal
            site={list.site && { ...list.site, ...list.covered, ...(filters.small !== '' && { small: true }) }}
          />
        )}
      </PageHeader>
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
        <Card
          title={matches ? `Opportunities (${num(list.total)})` : 'Opportunities'}
          aside={
            matches && (
              <Suspense fallback={null}>
                <ListControls
                  filters={filters}
                  columns={choices}
                  shown={shown}
                  onColumns={choose}
                  list={list}
                  onView={setFilters}
                />
              </Suspense>
            )
          }
          subtitle={
            tasks && matches && tasks.length < matches.length && `${num(tasks.length)} when grouped by cause`
          }
        >
          <Filters
            filters={listFilters}
            people={list.mine ? nobody : list.people}
            snoozed={list.snoozed}
            small={list.small}
            onChange={steady.onChange}
            onClear={steady.onClear}
          />
          {list.loading && <SkeletonRows />}
          {list.error && <LoadError error={list.error} onRetry={list.reload} />}
          {tasks?.length === 0 && (
            <Suspense fallback={null}>
              <NothingMatches
                filters={filters}
                small={list.small}
                onShowSmall={() => setFilters({ small: 'true' })}
                onClear={clear}
                onShowAll={() => setFilters({ scope: 'all' })}
              />
            </Suspense>
          )}
          {tasks && tasks.length > 0 && (
            <OpportunityTable
              tasks={tasks}
              total={list.total}
              columns={visible}
              sort={filters.sort}
              onSort={steady.onSort}
              onOpen={steady.onOpen}
              {...list.more}
              onMore={steady.onMore}
            />
          )}
        </Card>
      )}
      <Suspense fallback={null}>
        {planned && (
          <PlanSheet
            // An open opportunity covers the plan it was opened from.
            hours={filters.o === '' ? filters.plan : ''}
            site={list.site}
            allSites={list.allSites}
            onHours={(plan) => setFilters({ plan })}
            onOpen={open}
            onClose={() => setFilters({ plan: '' })}
          />
        )}
        {opened && <DetailSheet id={filters.o} list={matches ?? []} onOpen={open} onClose={close} />}
      </Suspense>
    </>
  )
}

/** Whether something was true in any render so far. */
function useOnce(now: boolean) {
  const [ever, setEver] = useState(now)
  if (now && !ever) setEver(true)
  return ever || now
}
