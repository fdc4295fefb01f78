import { toastFailure } from '@/api/core/failure'
import { issuesFile, setIssueStatus, type TechnicalIssue } from '@/api/technical'
import { toast } from '@/lib/toast'
import { useBusy } from '@/lib/use-busy'
import { MenuAction, MenuDownload, RowMenu } from '@/ui/overlays/menu'
import type { IssueView } from './use-issue-filters'

type IssueMenuProps = { issue: TechnicalIssue; view: IssueView; onOpen: () => void }

/** The actions on one issue. */
export function IssueMenu({ issue, view, onOpen }: IssueMenuProps) {
  const [busy, run] = useBusy()
  const fixed = issue.status === 'fixed'
  const change = () => run(() => changeStatus(issue, fixed ? 'open' : 'fixed'))
  return (
    <RowMenu label={`Actions for ${issue.title} on ${issue.url}`}>
      {issue.seen !== 'gone' && (
        <MenuAction icon={fixed ? 'refresh' : 'check'} disabled={busy} onSelect={change}>
          {fixed ? 'Mark as Open' : 'Mark as Fixed'}
        </MenuAction>
      )}
      <MenuAction icon="file" onSelect={onOpen}>
        Page Details
      </MenuAction>
      <MenuDownload
        href={issuesFile({ ...ofSameType(view), type: issue.issueType })}
        onSelect={() =>
          toast('Export Started', { description: `Every page in this view with “${issue.title}”.` })
        }
      >
        Export Details
      </MenuDownload>
    </RowMenu>
  )
}

/** The view without search and severity: lists all affected pages of one type. */
const ofSameType = ({ q: _search, severity: _severity, ...view }: IssueView): IssueView => view

/** Changes the status of an issue, with an undo in the toast. */
async function changeStatus(issue: TechnicalIssue, status: TechnicalIssue['status']) {
  try {
    await setIssueStatus(issue.id, status)
    toast(status === 'fixed' ? 'Issue Marked as Fixed' : 'Issue Reopened', {
      tone: 'good',
      description: issue.title,
      action: { label: 'Undo', run: () => void changeStatus(issue, status === 'fixed' ? 'open' : 'fixed') },
    })
  } catch (error) {
    toastFailure(error, 'Failed to update the issue')
  }
}
