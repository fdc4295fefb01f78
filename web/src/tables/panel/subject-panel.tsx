import { useDrilldown, type Drilldown } from '@/api/drilldown'
import type { Site } from '@/api/sites'
import type { TableScope } from '@/api/tables'
import { subjectNames, type Subject } from '@/lib/subject'
import { LoadError } from '@/ui/load-error'
import { OutsideLink } from '@/ui/outside-link'
import { SheetTitle } from '@/ui/overlays/sheet'
import { SkeletonRows } from '@/ui/skeleton'
import { PeriodControls } from '../period/period-controls'
import { usePeriod } from '../period/use-period'
import { ScopeLine } from '../scope-line'
import { CounterpartLists } from './counterpart-lists'
import { Figures } from './figures'
import { PageHealth } from './page-health'
import { SubjectChart } from './subject-chart'
import { SubjectOpportunities } from './subject-opportunities'

const usual = '28d'

/** The chart, figures, counterparts and opportunities of one row, for the days of the table. */
export function SubjectPanel({ site, subject }: { site: Site; subject: Subject }) {
  const period = usePeriod(usual, 'optional')
  // Ranges that count back end on the last day with data, which any answer tells.
  const newest = useDrilldown(site.id, period.countsBack ? subject : null, {})
  const to = newest.scope?.window?.to
  const { drilldown, scope, loading, error, reload } = useDrilldown(
    site.id,
    subject,
    period.countsBack && newest.loading ? null : period.query(to),
  )
  return (
    <>
      <div className="@container px-5 pt-5 pb-5 md:px-6">
        <p className="text-xs text-ink-3">{subjectNames[subject.kind]}</p>
        <SheetTitle>
          <span className="wrap-anywhere">{titleOf(subject, drilldown)}</span>
        </SheetTitle>
        {subject.kind === 'page' && (
          <p className="mt-1">
            <OutsideLink url={subject.page} className="wrap-anywhere" />
          </p>
        )}
        <search aria-label="Days and comparison" className="mt-4 flex flex-wrap items-center gap-2">
          <PeriodControls period={period} shown={scope?.window} />
        </search>
      </div>
      {loading && !newest.error && (
        <div className="border-t border-line px-1 md:px-2">
          <SkeletonRows label="Loading the figures" />
        </div>
      )}
      {error && <LoadError error={error} onRetry={reload} />}
      {newest.error && <LoadError error={newest.error} onRetry={newest.reload} />}
      {drilldown && scope && (
        <Content site={site} subject={subject} drilldown={drilldown} scope={scope} compare={period.compare} />
      )}
    </>
  )
}

function Content({
  site,
  subject,
  drilldown,
  scope,
  compare,
}: {
  site: Site
  subject: Subject
  drilldown: Drilldown
  scope: TableScope
  compare: string
}) {
  if (!scope.window) {
    return (
      <p className="px-5 pb-6 text-pretty text-ink-2 md:px-6">
        No data yet. The figures appear after the first sync.
      </p>
    )
  }
  return (
    <>
      <Figures drilldown={drilldown} />
      <p className="px-5 pt-3 pb-5 text-xs text-pretty text-ink-3 md:px-6">
        <ScopeLine scope={scope} covers={undefined} compares={compare} asOf={false} />
      </p>
      <SubjectChart siteId={site.id} drilldown={drilldown} window={scope.window} />
      <SubjectOpportunities insights={drilldown.insights} />
      <CounterpartLists subject={subject} drilldown={drilldown} />
      {subject.kind === 'page' && <PageHealth siteId={site.id} page={subject.page} />}
    </>
  )
}

/** Its name; before the answer, what the address says. */
function titleOf(subject: Subject, drilldown: Drilldown | undefined) {
  if (subject.kind === 'page') {
    const { pathname, search } = URL.parse(subject.page) ?? {}
    return pathname === undefined ? subject.page : `${pathname}${search}`
  }
  if (subject.kind === 'query') return subject.query
  return drilldown?.name || (subject.kind === 'search-term' ? subject.term : subjectNames[subject.kind])
}
