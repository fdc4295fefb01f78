import { changeIssueStatus, issuesFile, type TechnicalIssue } from '@/api/crawls/issues'
import { toast } from '@/lib/toast'
import type { ListMenuItem } from '@/ui/list/list-menu'
import type { IssueView } from './use-issue-filters'

/** The other status of an issue. */
const turned = ({ status }: TechnicalIssue) => (status === 'fixed' ? 'open' : 'fixed')

/** Marks an issue of the newest crawl as fixed or open; one that is gone stays as it is. */
export const turnIssue = (issue: TechnicalIssue) => {
  if (issue.seen !== 'gone') void changeIssueStatus(issue, turned(issue))
}

/** The actions on one issue; those of older crawls can't be marked. */
export function issueMenu(
  issue: TechnicalIssue,
  { view, markable, onOpen }: { view: IssueView; markable: boolean; onOpen: () => void },
): ListMenuItem[] {
  const isFixed = issue.status === 'fixed'
  return [
    ...(issue.seen === 'gone' || !markable
      ? []
      : ([
          {
            label: isFixed ? 'Mark as open' : 'Mark as Fixed',
            icon: isFixed ? 'refresh' : 'check',
            onSelect: () => turnIssue(issue),
          },
        ] as const)),
    { label: 'Page details', icon: 'file', onSelect: onOpen },
    {
      label: 'Export Details',
      icon: 'download',
      href: issuesFile({ ...ofSameType(view), type: issue.issueType }),
      download: true,
      onSelect: () =>
        toast('Export Started', { description: `Every page in this view with “${issue.title}”.` }),
    },
  ]
}

/** The view without search and severity: lists all affected pages of one type. */
const ofSameType = ({ q: _search, severity: _severity, ...view }: IssueView): IssueView => view
