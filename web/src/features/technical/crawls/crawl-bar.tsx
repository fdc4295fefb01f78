import type { Crawl } from '@/api/technical'
import { Button } from '@/ui/button'
import { Icon } from '@/ui/icons'
import { CrawlEntry } from './crawl-entry'

type CrawlBarProps = {
  crawl: Crawl
  /** The label of the button that expands the section below; without it there is no button. */
  more?: string | undefined
  expanded: boolean
  onOpen: () => void
  onToggle: () => void
}

/** The latest crawl in one row, with a button for a new one and for past ones. */
export const CrawlBar = ({ crawl, more, expanded, onOpen, onToggle }: CrawlBarProps) => (
  <section aria-label="Latest crawl" className="card flex items-center gap-2 overflow-clip pr-3">
    <div className="min-w-0 flex-1 @3xl:flex-none">
      <CrawlEntry crawl={crawl} onOpen={onOpen} />
    </div>
    {more !== undefined && (
      <Button aria-expanded={expanded} onClick={onToggle} className="ml-auto">
        {more}
        <Icon name={expanded ? 'up' : 'down'} size={14} className="-mr-0.5 text-ink-3" />
      </Button>
    )}
  </section>
)
