import { memo } from 'react'
import { Link } from 'wouter'
import type { IssueCount, TechnicalIssue } from '@/api/crawls/issues'
import { cx } from '@/lib/cx'
import { countText, day } from '@/lib/format'
import { useIsSaving } from '@/lib/interaction/saving'
import { PageLink, PageText } from '@/ui/page-link'
import { Badge } from '@/ui/badges/badge'
import { ListMenuButton } from '@/ui/list/list-menu'
import type { RowPlace } from '@/ui/list/list-rows'
import { TableCell, TableRow } from '@/ui/table'
import { useOpenDetail } from '../use-open-detail'
import { SeverityBadge } from './severity'

type IssueRowProps = {
  issue: TechnicalIssue
  /** The row above is of another type; null where types do not stand together. */
  isFirst: boolean | null
  /** The type of the issue with its number of pages. */
  count: IssueCount | undefined
  place: RowPlace
  onMenu: (issue: TechnicalIssue, button: HTMLElement) => void
}

/** One issue on one page: a click anywhere opens the page's details. On phones it may be below its type. */
function Row({ issue, isFirst, count, place, onMenu }: IssueRowProps) {
  const { addressOfPage } = useOpenDetail()
  const busy = useIsSaving(issue.id)
  return (
    <TableRow place={place} busy={busy}>
      <TableCell className="w-full max-w-0 align-top @2xl:w-auto @2xl:max-w-none @3xl:min-w-52">
        {isFirst && <TypeHead issue={issue} count={count} />}
        <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <Link href={addressOfPage(issue.url)} data-row-open className="text-left hover:underline">
            <span className={cx('font-medium', isFirst !== null && 'hidden @2xl:inline')}>{issue.title}</span>
            <span className="block wrap-anywhere text-accent-ink @2xl:hidden">
              <PageText url={issue.url} />
            </span>
          </Link>
          <IssueBadges issue={issue} />
        </span>
      </TableCell>
      <TableCell className="hidden align-top @2xl:table-cell">
        <SeverityBadge severity={issue.severity} />
      </TableCell>
      <TableCell className="hidden align-top @2xl:table-cell">
        <Page issue={issue} />
      </TableCell>
      <TableCell className="hidden align-top @3xl:table-cell">
        <span className="line-clamp-2 max-w-56 wrap-anywhere text-ink-2 @5xl:max-w-80" title={issue.details}>
          {issue.details.replaceAll(`${URL.parse(issue.url)?.origin}/`, '/')}
        </span>
      </TableCell>
      <TableCell className="hidden align-top whitespace-nowrap text-ink-2 @3xl:table-cell">
        <Detected issue={issue} />
      </TableCell>
      <TableCell align="right" className="py-1! align-bottom @2xl:align-top">
        <ListMenuButton
          label={`Actions for ${issue.title} on ${issue.url}`}
          onOpen={(button) => onMenu(issue, button)}
        />
      </TableCell>
    </TableRow>
  )
}

/** A row is drawn again when its issue was read again or has moved. */
export const IssueRow = memo(
  Row,
  (a, b) =>
    a.issue === b.issue &&
    a.isFirst === b.isFirst &&
    a.count === b.count &&
    a.place.index === b.place.index &&
    a.onMenu === b.onMenu,
)

/** On phones, what the rows below have in common. */
const TypeHead = ({ issue, count }: { issue: TechnicalIssue; count: IssueCount | undefined }) => (
  <span className="-mr-10 mb-2 block @2xl:hidden">
    <span className="flex flex-wrap items-center gap-x-2 gap-y-1 font-semibold">
      {issue.title}
      <SeverityBadge severity={issue.severity} />
      {count && count.pages > 0 && (
        <span className="num text-xs font-normal text-ink-3">{countText(count.pages, 'page')}</span>
      )}
    </span>
    <span className="block text-pretty text-ink-2">{count?.about}</span>
  </span>
)

/** Badges: new, gone, back, or marked as fixed. */
const IssueBadges = ({ issue }: { issue: TechnicalIssue }) => (
  <>
    {issue.status === 'fixed' && <Badge tone="good">Fixed</Badge>}
    {issue.reopened && <Badge tone="warn">Reopened</Badge>}
    {issue.seen === 'new' && !issue.reopened && <Badge tone="accent">New</Badge>}
    {issue.seen === 'gone' && <Badge tone="good">Gone</Badge>}
  </>
)

/** When the newest crawl found it, and since when it is known if that is longer. */
function Detected({ issue }: { issue: TechnicalIssue }) {
  const detected = day(issue.importedAt)
  const first = day(issue.firstSeenAt)
  return (
    <>
      <time dateTime={issue.importedAt}>{detected}</time>
      {first !== detected && (
        <span className="block text-xs text-ink-3">
          since <time dateTime={issue.firstSeenAt}>{first}</time>
        </span>
      )}
    </>
  )
}

/** The path of the page over its short name. */
const Page = ({ issue }: { issue: TechnicalIssue }) => (
  <span className="block">
    <PageLink url={issue.url} className="line-clamp-2 max-w-64 @5xl:max-w-88" />
    <span className="block text-xs whitespace-nowrap text-ink-3">Page {issue.pageId.slice(-4)}</span>
  </span>
)
