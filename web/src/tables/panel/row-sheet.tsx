import { Suspense, useState, type ComponentProps } from 'react'
import { lazyPart } from '@/lib/parts/lazy-part'
import { useSubject } from './use-subject'

// Loaded when somebody first opens a row, so the table renders without it.
const SubjectSheet = lazyPart(async () => ({ default: (await import('./subject-sheet')).SubjectSheet }))

/** The panel about a row, once one is opened. */
export function RowSheet(props: ComponentProps<typeof SubjectSheet>) {
  const { subject } = useSubject()
  // It stays, to slide out when it is closed.
  const [opened, setOpened] = useState(false)
  if (subject && !opened) setOpened(true)
  return (
    opened && (
      <Suspense>
        <SubjectSheet {...props} />
      </Suspense>
    )
  )
}
