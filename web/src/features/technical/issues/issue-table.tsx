import { useCallback, useState } from 'react'
import type { MoreRows } from '@/api/core/pages'
import type { IssueCount, TechnicalIssue } from '@/api/crawls/issues'
import { ListMenu } from '@/ui/list/list-menu'
import { ListRows } from '@/ui/list/list-rows'
import { SortHeader, Table, TableHead } from '@/ui/table'
import { issueMenu, turnIssue } from './issue-menu'
import { IssueRow } from './issue-row'
import type { IssueView } from './use-issue-filters'

const [rowHeight, columns] = [62, 6]

type IssueTableProps = {
  issues: readonly TechnicalIssue[]
  counts: readonly IssueCount[]
  total: number | null
  view: IssueView
  /** Whether the user may mark the issues, and they are those of the newest crawl. */
  markable: boolean
  sort: string
  onSort: (sort: string) => void
  onOpenPage: (url: string) => void
  more: MoreRows
}

/** The issues, loaded page by page. */
export function IssueTable({
  issues,
  counts,
  total,
  view,
  markable,
  sort,
  onSort,
  onOpenPage,
  more,
}: IssueTableProps) {
  const [menu, setMenu] = useState<{ issue: TechnicalIssue; button: HTMLElement } | null>(null)
  const openMenu = useCallback((issue: TechnicalIssue, button: HTMLElement) => setMenu({ issue, button }), [])
  const isGrouped = /severity|issueType/.test(sort)
  const closeMenu = useCallback(() => setMenu(null), [])
  return (
    <Table label="List of technical issues" minWidth={0} rowCount={total ?? issues.length}>
      <TableHead className="hidden @2xl:table-header-group">
        {/* Shares of the width, which the rows that are drawn while scrolling do not change. */}
        <SortHeader by="issueType" sort={sort} onSort={onSort} className="@3xl:w-1/5">
          Issue Type
        </SortHeader>
        <SortHeader by="severity" sort={sort} onSort={onSort} className="hidden @2xl:table-cell">
          Severity
        </SortHeader>
        <SortHeader by="url" sort={sort} onSort={onSort} className="hidden @2xl:table-cell @3xl:w-3/10">
          Affected Pages
        </SortHeader>
        <th scope="col" className="hidden w-3/10 px-3 py-2 font-medium @3xl:table-cell">
          Details
        </th>
        <SortHeader by="importedAt" sort={sort} onSort={onSort} className="hidden @3xl:table-cell">
          Detected
        </SortHeader>
        <th scope="col" className="w-8 py-2 pr-4 pl-3">
          <span className="sr-only">Actions</span>
        </th>
      </TableHead>
      <ListRows
        items={issues}
        keyOf={({ id }) => id}
        rowHeight={rowHeight}
        columns={columns}
        {...more}
        keys={[
          { key: 'o', label: 'Open', run: ({ url }) => onOpenPage(url) },
          ...(markable ? [{ key: 'e', label: 'Mark as Fixed', run: turnIssue }] : []),
        ]}
      >
        {(issue, place) => (
          <IssueRow
            key={issue.id}
            issue={issue}
            isFirst={isGrouped ? issue.issueType !== issues[place.index - 1]?.issueType : null}
            count={counts.find(({ issueType }) => issueType === issue.issueType)}
            place={place}
            onMenu={openMenu}
          />
        )}
      </ListRows>
      {menu && (
        <ListMenu
          button={menu.button}
          label={`Actions for ${menu.issue.title}`}
          items={issueMenu(menu.issue, { view, markable, onOpen: () => onOpenPage(menu.issue.url) })}
          onClose={closeMenu}
        />
      )}
    </Table>
  )
}
