import { Suspense, useState } from 'react'
import type { Insight } from '@/api/insights'
import { lazyPart } from '@/lib/parts/lazy-part'
import { Sheet, SheetTitle } from '@/ui/overlays/sheet'
import { SkeletonRows } from '@/ui/skeleton'

// Loaded after the list, which renders without it.
const Detail = lazyPart(async () => ({ default: (await import('./detail')).Detail }))

/** Preloads the detail, so that the sheet opens with it. */
export const loadDetail = Detail.preload

/** The open opportunity and the list it belongs to. */
export type DetailProps = {
  /** The open opportunity; empty when none is. */
  id: string
  list: Insight[]
  onOpen: (id: string) => void
  onClose: () => void
}

/** The detail of one opportunity. It need not be in the list: a link may open any. */
export function DetailSheet({ id, ...rest }: DetailProps) {
  // Keeps the content while the panel slides out.
  const [lastId, setLastId] = useState(id)
  if (id !== '' && id !== lastId) setLastId(id)
  return (
    <Sheet open={id !== ''} onClose={rest.onClose}>
      <Suspense
        fallback={
          <>
            <span className="sr-only">
              <SheetTitle>Opportunity</SheetTitle>
            </span>
            <SkeletonRows />
          </>
        }
      >
        {lastId !== '' && <Detail key={lastId} id={lastId} {...rest} />}
      </Suspense>
    </Sheet>
  )
}
