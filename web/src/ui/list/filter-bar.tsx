import { useState, type ReactNode } from 'react'
import { cx } from '@/lib/cx'
import { Button } from '@/ui/button'

type FilterBarProps = {
  label: string
  /** Always shown. */
  search: ReactNode
  /** Whether a phone shows the filters at first, as when one of them narrows the list. */
  open: boolean
  children: ReactNode
}

/** The search and filters of a list. On a phone the list begins right below the search. */
export function FilterBar({ label, search, open, children }: FilterBarProps) {
  const [shown, setShown] = useState(open)
  return (
    <search aria-label={label} className="flex flex-wrap items-center gap-2 border-b border-line px-4 py-3">
      {search}
      <Button
        icon="filter"
        aria-expanded={shown}
        onClick={() => setShown(!shown)}
        className="@2xl:hidden pointer-coarse:h-11"
      >
        Filters
      </Button>
      <div className={cx('w-full flex-wrap gap-2 @2xl:contents', shown ? 'flex' : 'hidden')}>{children}</div>
    </search>
  )
}
