import type { TechnicalIssue } from '@/api/crawls/issues'
import { num } from '@/lib/format'
import { Badge } from '@/ui/badges/badge'
import { SheetSection } from '@/ui/overlays/sheet'
import { SeverityBadge } from '../issues/severity'

/** The issues of the page. */
export const PageIssues = ({ issues }: { issues: TechnicalIssue[] }) => (
  <SheetSection title="Issues" {...(issues.length > 0 && { aside: num(issues.length) })}>
    {issues.length === 0 && <p className="text-ink-2">The latest crawl found no issues on this page.</p>}
    <ul className="space-y-2.5">
      {issues.map((issue) => (
        <li key={issue.id}>
          <span className="flex flex-wrap items-center gap-x-2 gap-y-1 font-medium">
            {issue.title}
            <SeverityBadge severity={issue.severity} />
            {issue.status === 'fixed' && <Badge tone="good">Fixed</Badge>}
            {issue.seen === 'gone' && <Badge tone="good">Gone</Badge>}
          </span>
          <span className="block text-pretty wrap-anywhere text-ink-2">{issue.details}</span>
        </li>
      ))}
    </ul>
  </SheetSection>
)
