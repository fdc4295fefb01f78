import { Link } from 'wouter'
import { useTable } from '@/api/tables'
import { usePageDetail } from '@/api/technical'
import { humanize, num } from '@/lib/format'
import { vitals } from '@/lib/vitals'
import { Badge, severityTones } from '@/ui/badges/badge'
import { SheetSection } from '@/ui/overlays/sheet'
import { Judged } from '../cells'

/** What the newest crawl and PageSpeed say about a page. */
export function PageHealth({ siteId, page }: { siteId: string; page: string }) {
  return (
    <>
      <PageIssues siteId={siteId} page={page} />
      <PageSpeed siteId={siteId} page={page} />
    </>
  )
}

function PageIssues({ siteId, page }: { siteId: string; page: string }) {
  const { page: detail, loading } = usePageDetail({ siteId, url: page })
  if (loading) return null
  const issues = detail?.issues.filter(({ status, seen }) => status === 'open' && seen !== 'gone') ?? []
  return (
    <SheetSection title="Technical issues" {...(issues.length > 0 && { aside: num(issues.length) })}>
      {!detail && <p className="text-ink-2">The latest crawl does not include this page.</p>}
      {detail && issues.length === 0 && (
        <p className="text-ink-2">The latest crawl found no issues on this page.</p>
      )}
      <ul className="space-y-2">
        {issues.map((issue) => (
          <li key={issue.id} className="flex flex-wrap items-center gap-x-2">
            {issue.title} <Badge tone={severityTones[issue.severity]!}>{humanize(issue.severity)}</Badge>
          </li>
        ))}
      </ul>
      {detail && (
        <p className="mt-3">
          <Link
            href={`/technical?page=${encodeURIComponent(page)}`}
            className="text-accent-ink hover:underline"
          >
            Open in crawler
          </Link>
        </p>
      )}
    </SheetSection>
  )
}

function PageSpeed({ siteId, page }: { siteId: string; page: string }) {
  const { rows, loading } = useTable('/api/technical/pagespeed', { siteId, q: page })
  if (loading) return null
  const test = rows?.find(({ url }) => url === page)
  return (
    <SheetSection title="Page speed">
      {!test && <p className="text-ink-2">PageSpeed Insights has not tested this page.</p>}
      {test && (
        <dl className="grid grid-cols-3 gap-3">
          {vitals.map(({ name, label, judge, text, field }) => (
            <div key={name}>
              <dt className="text-xs text-ink-3">{label}</dt>
              <dd>
                {test[field] === null ? '–' : <Judged as={judge(test[field])}>{text(test[field])}</Judged>}
              </dd>
            </div>
          ))}
        </dl>
      )}
      {test && test.fieldSource !== 'url' && (
        <p className="mt-2 text-xs text-ink-3">
          {test.fieldSource === 'origin' ? 'Field data for the whole site' : 'Lab test, no field data'}
        </p>
      )}
      {test && test.recommendations.length > 0 && (
        <>
          <h4 className="mt-3 text-xs text-ink-3">Fixes, largest savings first</h4>
          <ul className="mt-1">
            {test.recommendations.map((fix) => (
              <li key={fix}>{fix}</li>
            ))}
          </ul>
        </>
      )}
    </SheetSection>
  )
}
