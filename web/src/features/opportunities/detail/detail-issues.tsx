import { Link } from 'wouter'
import { toastFailure } from '@/api/core/failure'
import {
  createTrackerIssue,
  trackerNames,
  useTrackerIssues,
  useTrackers,
  type Tracker,
  type TrackerIssue,
} from '@/api/settings/trackers'
import { useUser } from '@/api/session'
import { edits, manages } from '@/api/core/role'
import { useBusy } from '@/lib/interaction/use-busy'
import { toast } from '@/lib/toast'
import { Badge } from '@/ui/badges/badge'
import { Button } from '@/ui/button'
import { Icon } from '@/ui/icons'

/** The issues of an opportunity in the team's trackers, and how to create one. */
export function DetailIssues({ insightId }: { insightId: string }) {
  const { user } = useUser()
  const { trackers } = useTrackers()
  const { issues } = useTrackerIssues(trackers && trackers.length > 0 ? insightId : null)
  if (trackers?.length === 0 && manages(user))
    return (
      <p className="mb-3 text-xs text-ink-3">
        <Link href="/settings?tab=api" className="hit text-accent-ink underline">
          Connect GitHub, Jira or Linear
        </Link>{' '}
        to create issues from opportunities.
      </p>
    )
  if (!trackers || !issues || !user) return null
  const shown = edits(user) ? trackers : trackers.filter(({ id }) => issueIn(issues, id))
  if (shown.length === 0) return null
  return (
    <ul aria-label="Issues" className="mb-3 space-y-1.5">
      {shown.map((tracker) => (
        <li key={tracker.id} className="flex min-h-8 flex-wrap items-center gap-x-3 gap-y-1">
          <OfTracker
            tracker={tracker}
            issue={issueIn(issues, tracker.id)}
            writable={edits(user)}
            insightId={insightId}
          />
        </li>
      ))}
    </ul>
  )
}

const issueIn = (issues: readonly TrackerIssue[], trackerId: string) =>
  issues.find((issue) => issue.trackerId === trackerId)

const states = { open: null, done: <Badge tone="good">Done</Badge>, gone: <Badge>Closed or deleted</Badge> }

type OfTrackerProps = {
  tracker: Tracker
  issue: TrackerIssue | undefined
  insightId: string
  /** The user may create issues. */
  writable: boolean
}

function OfTracker({ tracker, issue, insightId, writable }: OfTrackerProps) {
  const [busy, run] = useBusy()
  const create = () =>
    void run(async () => {
      try {
        const { key } = await createTrackerIssue(insightId, tracker.id)
        toast('Issue created', { description: `${key} in ${tracker.name}`, tone: 'good' })
      } catch (error) {
        toastFailure(error, 'Failed to create the issue')
      }
    })
  return (
    <>
      {issue && (
        <a
          href={issue.url}
          target="_blank"
          rel="noopener"
          className="hit inline-flex items-center gap-1.5 font-medium hover:text-accent-ink hover:underline"
        >
          {issue.key}
          <Icon name="external" size={14} className="text-ink-3" />
        </a>
      )}
      {issue && <span className="text-ink-3">{trackerNames[tracker.kind]}</span>}
      {issue && states[issue.status]}
      {writable && (!issue || issue.status === 'gone') && (
        <Button size="sm" icon="plus" busy={busy} onClick={create}>
          Create issue in {tracker.name}
        </Button>
      )}
    </>
  )
}
