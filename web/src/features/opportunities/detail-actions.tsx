import type { Insight, InsightStatus } from '@/api/insights'
import { isPending } from '@/lib/insight'
import { Button } from '@/ui/button'
import { useStatusChange } from './use-status-change'

/** The moves that make sense from where the opportunity stands. Done and dismissed close the detail. */
export function DetailActions({ insight, onClose }: { insight: Insight; onClose: () => void }) {
  const { busy, change } = useStatusChange(insight)
  async function finish(status: InsightStatus) {
    if (await change(status)) onClose()
  }
  return (
    <div className="flex shrink-0 items-center gap-2 border-t border-line px-4 py-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] md:px-6">
      {insight.status !== 'done' && (
        <Button variant="primary" icon="check" disabled={busy} onClick={() => finish('done')}>
          Mark as Done
        </Button>
      )}
      {insight.status === 'open' && (
        <Button icon="bolt" disabled={busy} onClick={() => change('in_progress')}>
          Start
        </Button>
      )}
      {!isPending(insight) && (
        <Button icon="refresh" disabled={busy} onClick={() => change('open')}>
          Reopen
        </Button>
      )}
      {insight.status !== 'dismissed' && (
        <Button variant="ghost" className="ml-auto" disabled={busy} onClick={() => finish('dismissed')}>
          Dismiss
        </Button>
      )}
    </div>
  )
}
