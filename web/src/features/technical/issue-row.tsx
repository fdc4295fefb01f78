import { toastFailure } from '@/api/failure'
import { setIssueStatus, type TechnicalIssue } from '@/api/technical'
import { day } from '@/lib/format'
import { toast } from '@/lib/toast'
import { useBusy } from '@/lib/use-busy'
import { webAddress } from '@/lib/web-address'
import { Badge } from '@/ui/badge'
import { Button } from '@/ui/button'
import { TableCell, TableRow } from '@/ui/table'
import { SeverityBadge } from './severity'

/** One kind of issue on one page. */
export function IssueRow({ issue }: { issue: TechnicalIssue }) {
  return (
    <TableRow>
      <TableCell className="w-full max-w-0 align-top @2xl:w-auto @2xl:max-w-none @3xl:min-w-52">
        <span className="flex flex-wrap items-center gap-x-2 gap-y-1 font-medium">
          {issue.title}
          {issue.status === 'fixed' && <Badge tone="good">Fixed</Badge>}
          <span className="@2xl:hidden">
            <SeverityBadge severity={issue.severity} />
          </span>
        </span>
        <span className="mt-1 block @2xl:hidden">
          <Page issue={issue} />
        </span>
      </TableCell>
      <TableCell className="hidden align-top @2xl:table-cell">
        <SeverityBadge severity={issue.severity} />
      </TableCell>
      <TableCell className="hidden align-top @2xl:table-cell">
        <Page issue={issue} />
      </TableCell>
      <TableCell className="hidden align-top @3xl:table-cell">
        <span className="block max-w-56 truncate text-ink-2" title={issue.details}>
          {issue.details}
        </span>
      </TableCell>
      <TableCell className="hidden align-top whitespace-nowrap text-ink-2 @3xl:table-cell">
        <time dateTime={issue.importedAt}>{day(issue.importedAt)}</time>
      </TableCell>
      <TableCell align="right" className="align-top">
        <MarkAsFixed issue={issue} />
      </TableCell>
    </TableRow>
  )
}

/** The page by the end of its id, and by its address, which is what people look for. */
function Page({ issue }: { issue: TechnicalIssue }) {
  const href = webAddress(issue.url)
  const className = 'block max-w-full truncate @2xl:max-w-64 text-xs wrap-anywhere'
  return (
    <span className="block">
      <span className="block whitespace-nowrap text-ink-2">Page {issue.pageId.slice(-4)}</span>
      {href ? (
        <a
          href={href}
          target="_blank"
          rel="noreferrer noopener nofollow"
          title={issue.url}
          className={`${className} text-accent-ink hover:underline`}
        >
          {issue.url}
        </a>
      ) : (
        <span className={`${className} text-ink-3`}>{issue.url}</span>
      )}
    </span>
  )
}

function MarkAsFixed({ issue }: { issue: TechnicalIssue }) {
  const [busy, run] = useBusy()
  const fixed = issue.status === 'fixed'

  const toggle = () =>
    run(async () => {
      try {
        await setIssueStatus(issue.id, fixed ? 'open' : 'fixed')
        toast(fixed ? 'Issue Reopened' : 'Issue Marked as Fixed', { tone: 'good', description: issue.title })
      } catch (error) {
        toastFailure(error, 'Failed to update the issue')
      }
    })

  const name = fixed ? 'Mark as Open' : 'Mark as Fixed'
  return (
    <Button
      size="sm"
      variant="ghost"
      icon={fixed ? 'refresh' : 'check'}
      aria-label={name}
      disabled={busy}
      onClick={toggle}
    >
      <span className="hidden @2xl:inline">{name}</span>
    </Button>
  )
}
