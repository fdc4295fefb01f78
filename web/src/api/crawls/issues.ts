import { api, type Schemas } from '@/api/core/client'
import { act } from '@/api/core/act'
import { usePages } from '@/api/core/pages'
import { address, refresh, showBeforeAnswer, useResource, type Query } from '@/api/core/resource'

/** One type of issue on one page. */
export type TechnicalIssue = Schemas['TechnicalIssue']
/** How bad an issue is. */
export type Severity = Schemas['Severity']
/** The number of pages with one type of issue, and its change since the previous crawl. */
export type IssueCount = Schemas['IssueCount']
/** What became of an issue since the previous crawl. */
export type Seen = NonNullable<TechnicalIssue['seen']>

/** Issues of the newest crawl of each site, page by page. A null query waits. */
export function useTechnicalIssues(query: Query<'/api/technical/sf-issues'> | null) {
  const { data: issues, ...rest } = usePages('/api/technical/sf-issues', query && { query })
  return { issues, ...rest }
}

/** The number of issues of each type. A null query waits. */
export function useIssueCounts(query: Query<'/api/technical/sf-issues/counts'> | null) {
  const { data: counts, ...rest } = useResource('/api/technical/sf-issues/counts', query && { query })
  return { counts, ...rest }
}

async function setIssueStatus(id: string, status: TechnicalIssue['status']) {
  await api.PATCH('/api/technical/sf-issues/{id}', { params: { path: { id } }, body: { status } })
  await refresh('/api/technical')
}

const isIssueList = (key: string) => key.startsWith('/api/technical/sf-issues?')

/** Marks an issue as fixed, or as open again, with a toast and an undo. */
export function changeIssueStatus(issue: TechnicalIssue, status: TechnicalIssue['status']) {
  const title = status === 'fixed' ? 'Issue Marked as Fixed' : 'Issue reopened'
  return act({
    ids: [issue.id],
    show: () =>
      showBeforeAnswer<TechnicalIssue>(isIssueList, (listed, query) => {
        if (listed.id !== issue.id) return listed
        const wanted = query.get('status') ?? 'all'
        return wanted === 'all' || wanted === status ? { ...listed, status } : undefined
      }),
    run: () => setIssueStatus(issue.id, status),
    done: () => ({ title, description: issue.title }),
    failed: 'Failed to update the issue',
    undo: { label: `${title}: ${issue.title}`, run: () => setIssueStatus(issue.id, issue.status) },
  })
}

/** The address of the issues of a view as a CSV file. */
export const issuesFile = (query: Query<'/api/technical/sf-issues.csv'>) =>
  address('/api/technical/sf-issues.csv', { query })
