import type { Query } from '@/api/core/resource'
import { SortHeader, Table, TableHead } from '@/ui/table'
import { IssueRows } from './issue-rows'
import type { IssueView } from './use-issue-filters'

type IssueTableProps = {
  query: Query<'/api/technical/sf-issues'>
  view: IssueView
  sort: string
  onSort: (sort: string) => void
  onOpenPage: (url: string) => void
}

/** The issues, loaded page by page. */
export function IssueTable({ query, view, sort, onSort, onOpenPage }: IssueTableProps) {
  return (
    <Table label="List of technical issues" minWidth={0}>
      <TableHead>
        <SortHeader by="issueType" sort={sort} onSort={onSort}>
          Issue Type
        </SortHeader>
        <SortHeader by="severity" sort={sort} onSort={onSort} className="hidden @2xl:table-cell">
          Severity
        </SortHeader>
        <SortHeader by="url" sort={sort} onSort={onSort} className="hidden @2xl:table-cell">
          Affected Pages
        </SortHeader>
        <th scope="col" className="hidden px-3 py-2 font-medium @3xl:table-cell">
          Details
        </th>
        <SortHeader by="importedAt" sort={sort} onSort={onSort} className="hidden @3xl:table-cell">
          Detected
        </SortHeader>
        <th scope="col" className="w-8 py-2 pr-4 pl-3">
          <span className="sr-only">Actions</span>
        </th>
      </TableHead>
      {/* Other filters are another list, which starts at its first page. */}
      <IssueRows key={JSON.stringify(query)} query={query} view={view} onOpenPage={onOpenPage} />
    </Table>
  )
}
