import { subjectOf, subjectText, type Subject } from '@/lib/subject'
import { useUrlState } from '@/lib/use-url-state'

/** The row that is looked into, in the URL: Back closes it, a link opens the same. */
export function useSubject() {
  const [{ row }, set] = useUrlState({ row: '' })
  return {
    subject: subjectOf(row),
    open: (subject: Subject) => set({ row: subjectText(subject) }, { push: row === '' }),
    close: () => set({ row: '' }),
  }
}
