import { Suspense, useState } from 'react'
import { lazyPart } from '@/lib/parts/lazy-part'
import { Sheet, SheetTitle } from '@/ui/overlays/sheet'
import { SkeletonRows } from '@/ui/skeleton'

// Loaded when a plan is opened.
const Plan = lazyPart(async () => ({ default: (await import('./plan')).Plan }))

/** The parameters of a plan. */
export type PlanProps = {
  /** As in the URL; empty when no plan is open. */
  hours: string
  /** The site it is for, or none for all; null waits. */
  site: { siteId?: string } | null
  /** It is for all sites. */
  allSites: boolean
  onHours: (hours: string) => void
  onOpen: (id: string) => void
  onClose: () => void
}

/** The plan for a number of hours, in a panel. */
export function PlanSheet({ hours, ...rest }: PlanProps) {
  // Keeps the content while the panel slides out.
  const [lastHours, setLastHours] = useState(hours)
  if (hours !== '' && hours !== lastHours) setLastHours(hours)
  return (
    <Sheet open={hours !== ''} onClose={rest.onClose}>
      <Suspense
        fallback={
          <>
            <span className="sr-only">
              <SheetTitle>Plan my hours</SheetTitle>
            </span>
            <SkeletonRows />
          </>
        }
      >
        {lastHours !== '' && <Plan hours={lastHours} {...rest} />}
      </Suspense>
    </Sheet>
  )
}
