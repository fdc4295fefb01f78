import { useState } from 'react'
import type { Site } from '@/api/sites'
import { num } from '@/lib/format'
import { subjectNames, subjectText, type Subject } from '@/lib/subject'
import { Button } from '@/ui/button'
import { Sheet, SheetBody } from '@/ui/overlays/sheet'
import { SubjectPanel } from './subject-panel'
import { useSubject } from './use-subject'

type SubjectSheetProps = {
  site: Site
  /** The rows on screen, for the neighbors of the open one. */
  list: readonly Subject[]
}

/** What the sources tell about one row of a table, in a sheet with its own address. */
export function SubjectSheet({ site, list }: SubjectSheetProps) {
  const { subject, open, close } = useSubject()
  // Keeps the content while the panel slides out.
  const [last, setLast] = useState(subject)
  if (subject && (!last || subjectText(subject) !== subjectText(last))) setLast(subject)
  return (
    <Sheet open={subject !== null} onClose={close}>
      {last && (
        <>
          <SheetHeader subject={last} list={list} onOpen={open} onClose={close} />
          {/* The key scrolls another row to its top. */}
          <SheetBody key={subjectText(last)} label={`${subjectNames[last.kind]} details`}>
            <SubjectPanel site={site} subject={last} />
          </SheetBody>
        </>
      )}
    </Sheet>
  )
}

/** The position of the open row in the table, its neighbors, and the way out. */
function SheetHeader({
  subject,
  list,
  onOpen,
  onClose,
}: {
  subject: Subject
  list: readonly Subject[]
  onOpen: (subject: Subject) => void
  onClose: () => void
}) {
  const at = list.findIndex((one) => subjectText(one) === subjectText(subject))
  const previous = list[at - 1]
  const next = at === -1 ? undefined : list[at + 1]
  return (
    <div className="flex h-13 shrink-0 items-center border-b border-line px-3 md:px-4">
      {at !== -1 && (
        <span className="num ml-1.5 text-ink-3">
          {num(at + 1)} of {num(list.length)}
        </span>
      )}
      <div className="ml-auto flex items-center gap-0.5">
        <Button
          variant="ghost"
          icon="up"
          aria-label="Previous row"
          disabled={!previous}
          onClick={() => previous && onOpen(previous)}
        />
        <Button
          variant="ghost"
          icon="down"
          aria-label="Next row"
          disabled={!next}
          onClick={() => next && onOpen(next)}
        />
        <span className="mx-1.5 h-4 w-px bg-line" />
        <Button variant="ghost" icon="x" aria-label="Close" onClick={onClose} />
      </div>
    </div>
  )
}
