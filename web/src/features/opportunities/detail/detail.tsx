import { useInsight } from '@/api/insights'
import { useMay } from '@/api/core/role'
import { LoadError } from '@/ui/load-error'
import { SheetBody, SheetTitle } from '@/ui/overlays/sheet'
import { SkeletonRows } from '@/ui/skeleton'
import { TrialInvitation } from '@/ui/plan-notice'
import { Bar, DetailActions } from './detail-actions'
import { DetailBody } from './detail-body'
import { DetailHeader } from './detail-header'
import type { DetailProps } from './detail-sheet'

/** One opportunity: header, body and actions. */
export function Detail({ id, list, onOpen, onClose }: DetailProps) {
  // Also loaded on its own: a status change may remove it from the list while it is open.
  const { insight: read, error, reload } = useInsight(id)
  const { edit, isVisitor } = useMay()
  const insight = read ?? list.find((item) => item.id === id)
  return (
    <>
      <DetailHeader id={id} insight={insight} list={list} onOpen={onOpen} onClose={onClose} />
      <SheetBody label="Details">
        {insight ? (
          <DetailBody insight={insight} list={list} onOpen={onOpen} onClose={onClose} />
        ) : (
          <>
            <span className="sr-only">
              <SheetTitle>Opportunity</SheetTitle>
            </span>
            {error ? <LoadError error={error} onRetry={reload} /> : <SkeletonRows />}
          </>
        )}
      </SheetBody>
      {insight && edit && <DetailActions insight={insight} onClose={onClose} />}
      {isVisitor && (
        <Bar>
          <TrialInvitation>to work through opportunities of your own site.</TrialInvitation>
        </Bar>
      )}
    </>
  )
}
