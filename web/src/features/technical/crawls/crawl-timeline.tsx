import type { Crawl } from '@/api/technical'
import { cx } from '@/lib/cx'
import { compact, day, num, shortDay, humanize } from '@/lib/format'
import { StackedBars } from '@/ui/charts/stacked-bars'
import { severities, severityColor, severityDot } from '../issues/severity'

/** The number of bars. */
const maxBars = 6

/** The issues of the last crawls by severity, oldest first, with new and fixed ones. */
export function CrawlTimeline({ crawls }: { crawls: Crawl[] }) {
  const bars = crawls
    .slice(0, maxBars)
    .toReversed()
    .map((crawl) => ({
      key: crawl.id,
      title: titleOf(crawl),
      parts: severities.map((severity) => ({
        name: severity,
        value: crawl.issuesBySeverity[severity],
        color: severityColor[severity],
      })),
      below: (
        <span aria-hidden="true" className="num flex flex-col items-center text-2xs leading-3.5">
          <span className="text-ink-3">{shortDay(crawl.importedAt)}</span>
          {crawl.newIssues !== null && crawl.goneIssues !== null ? (
            <>
              <span className="text-bad-ink">+{compact(crawl.newIssues)}</span>
              <span className="text-good-ink">−{compact(crawl.goneIssues)}</span>
            </>
          ) : (
            <span className="h-7 text-ink-3">first</span>
          )}
        </span>
      ),
    }))
  return (
    <div className="border-b border-line px-4 pt-3 pb-2">
      <StackedBars label="Issues of each crawl" bars={bars} />
      <p aria-hidden="true" className="mt-1.5 flex flex-wrap gap-x-3 text-2xs text-ink-3">
        {severities.map((severity) => (
          <span key={severity} className="flex items-center gap-1">
            <i className={cx('size-1.5 rounded-full', severityDot[severity])} />
            {humanize(severity)}
          </span>
        ))}
      </p>
    </div>
  )
}

/** The description of a bar. */
function titleOf(crawl: Crawl) {
  const bySeverity = severities
    .filter((severity) => crawl.issuesBySeverity[severity] > 0)
    .map((severity) => `${num(crawl.issuesBySeverity[severity])} ${severity}`)
  const changes =
    crawl.newIssues === null || crawl.goneIssues === null
      ? 'the first crawl'
      : `${num(crawl.newIssues)} new, ${num(crawl.goneIssues)} gone`
  const found = bySeverity.length > 0 ? bySeverity.join(', ') : 'no issues'
  return `${day(crawl.importedAt)}: ${found}; ${changes}`
}
