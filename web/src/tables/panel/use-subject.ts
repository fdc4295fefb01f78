import { subjectOf, subjectText, type Subject } from '@/lib/subject'
import { useUrlState } from '@/lib/use-url-state'

/** The row that is looked into, in the URL: Back closes it, a link opens the same. */
export function useSubject() {
  const [{ row }, set, addressWith] = useUrlState({ row: '' })
  return {
    subject: subjectOf(row),
    /** The address of a link that opens it. */
    addressOf: (subject: Subject) => addressWith({ row: subjectText(subject) }),
    open: (subject: Subject) => set({ row: subjectText(subject) }, { push: row === '' }),
    close: () => set({ row: '' }),
  }
}
