import { useState } from 'react'
import { useInsight, type Insight } from '@/api/insights'
import { LoadError } from '@/ui/load-error'
import { Sheet, SheetBody, SheetTitle } from '@/ui/dialog'
import { SkeletonRows } from '@/ui/skeleton'
import { DetailActions } from './detail-actions'
import { DetailBody } from './detail-body'
import { DetailHeader } from './detail-header'

type DetailSheetProps = {
  /** The open opportunity; empty when none is. */
  id: string
  list: Insight[]
  onOpen: (id: string) => void
  onClose: () => void
}

/** The detail of one opportunity. The list need not hold it: a link may open any. */
export function DetailSheet({ id, list, onOpen, onClose }: DetailSheetProps) {
  // The content stays while the panel slides out.
  const [shown, setShown] = useState(id)
  if (id !== '' && id !== shown) setShown(id)
  return (
    <Sheet open={id !== ''} onClose={onClose}>
      {shown !== '' && <Detail key={shown} id={shown} list={list} onOpen={onOpen} onClose={onClose} />}
    </Sheet>
  )
}

function Detail({ id, list, onOpen, onClose }: DetailSheetProps) {
  // Read by itself too: a change of status may take it out of the list while it is open.
  const { insight: read, error, reload } = useInsight(id)
  const insight = read ?? list.find((one) => one.id === id)
  return (
    <>
      <DetailHeader id={id} insight={insight} list={list} onOpen={onOpen} onClose={onClose} />
      <SheetBody label="Details">
        {insight ? (
          <DetailBody insight={insight} />
        ) : (
          <>
            <span className="sr-only">
              <SheetTitle>Opportunity</SheetTitle>
            </span>
            {error ? <LoadError error={error} onRetry={reload} /> : <SkeletonRows />}
          </>
        )}
      </SheetBody>
      {insight && <DetailActions insight={insight} onClose={onClose} />}
    </>
  )
}
