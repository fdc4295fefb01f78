import { useState, type ReactNode } from 'react'
import { cx } from '@/lib/cx'
import { Button } from '@/ui/button'

type FilterBarProps = {
  label: string
  /** Always shown. */
  search: ReactNode
  /** Whether a filter narrows the list: a phone then shows them until they are folded. */
  active: boolean
  children: ReactNode
}

/** The search and filters of a list. On a phone the list begins right below the search. */
export function FilterBar({ label, search, active, children }: FilterBarProps) {
  const [chosen, setChosen] = useState<boolean | null>(null)
  const shown = chosen ?? active
  return (
    <search aria-label={label} className="flex flex-wrap items-center gap-2 border-b border-line px-4 py-3">
      {search}
      <Button
        icon="filter"
        aria-expanded={shown}
        onClick={() => setChosen(!shown)}
        className="@2xl:hidden pointer-coarse:h-11"
      >
        {active && !shown ? 'Filters: on' : 'Filters'}
      </Button>
      <div className={cx('w-full flex-wrap gap-2 @2xl:contents', shown ? 'flex' : 'hidden')}>{children}</div>
    </search>
  )
}
