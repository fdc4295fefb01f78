import type { ReactNode } from 'react'
import type { Subject } from '@/lib/subject'
import { useSubject } from './use-subject'

/** Opens the panel about a row. */
export function SubjectButton({ subject, children }: { subject: Subject; children: ReactNode }) {
  const { open } = useSubject()
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      onClick={() => open(subject)}
      className="hit text-left font-medium wrap-anywhere hover:underline"
    >
      {children}
    </button>
  )
}
