import { num } from '@/lib/format'
import { PageText } from '@/ui/page-link'
import { SheetSection } from '@/ui/overlays/sheet'

type PageListProps = { title: string; urls: string[]; onOpen: (url: string) => void }

/** Other pages that lead to this one; nothing without any. */
export function PageList({ title, urls, onOpen }: PageListProps) {
  if (urls.length === 0) return null
  return (
    <SheetSection title={title} aside={num(urls.length)}>
      <ul className="space-y-1.5">
        {urls.map((url) => (
          <li key={url}>
            <button
              type="button"
              onClick={() => onOpen(url)}
              className="text-left wrap-anywhere text-accent-ink hover:underline"
            >
              <PageText url={url} />
            </button>
          </li>
        ))}
      </ul>
    </SheetSection>
  )
}
