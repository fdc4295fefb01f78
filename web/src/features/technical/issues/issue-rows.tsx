import { useState, type ReactNode } from 'react'
import type { Query } from '@/api/core/resource'
import { useTechnicalIssues } from '@/api/technical'
import { Button } from '@/ui/button'
import { LoadError } from '@/ui/load-error'
import { TableBody } from '@/ui/table'
import { IssueRow } from './issue-row'
import type { IssueView } from './use-issue-filters'

type IssueRowsProps = {
  query: Query<'/api/technical/sf-issues'>
  view: IssueView
  onOpenPage: (url: string) => void
}

/** One page of issues and, once requested, the next one. */
export function IssueRows({ query, view, onOpenPage }: IssueRowsProps) {
  const { issues, next, loading, error, reload } = useTechnicalIssues(query)
  const [more, setMore] = useState(false)
  if (loading) return <FullRow>Loading more issues…</FullRow>
  if (error) {
    return (
      <FullRow>
        <LoadError error={error} onRetry={reload} />
      </FullRow>
    )
  }
  return (
    <>
      <TableBody>
        {issues?.map((issue) => (
          <IssueRow key={issue.id} issue={issue} view={view} onOpen={() => onOpenPage(issue.url)} />
        ))}
      </TableBody>
      {next !== null && more && (
        <IssueRows query={{ ...query, cursor: next }} view={view} onOpenPage={onOpenPage} />
      )}
      {next !== null && !more && (
        <FullRow>
          <Button onClick={() => setMore(true)}>Load more</Button>
        </FullRow>
      )}
    </>
  )
}

const FullRow = ({ children }: { children: ReactNode }) => (
  <tbody className="border-t border-line">
    <tr>
      <td colSpan={6} className="p-3 text-center text-ink-3">
        {children}
      </td>
    </tr>
  </tbody>
)
