import type { ReactNode } from 'react'
import { Link } from 'wouter'
import type { Subject } from '@/lib/subject'
import { useSubject } from './use-subject'

/** Opens the panel about a row: a link, so that it also opens in another tab. */
export function SubjectLink({ subject, children }: { subject: Subject; children: ReactNode }) {
  const { subject: opened, addressOf } = useSubject()
  return (
    <Link
      href={addressOf(subject)}
      // Another row replaces the open one, so that Back closes the panel.
      replace={opened !== null}
      data-row-open
      className="hit text-left font-medium wrap-anywhere hover:underline"
    >
      {children}
    </Link>
  )
}
