import { useId, useRef, type KeyboardEvent, type ReactNode } from 'react'

/** A tab: its URL value, label and content. */
export type TabItem<T extends string> = { value: T; label: string; content: ReactNode }

/** Sections of a screen, one shown at a time; the arrow keys, Home and End show another. */
export function Tabs<T extends string>({
  label,
  value,
  tabs,
  onChange,
}: {
  label: string
  value: T
  tabs: readonly TabItem<T>[]
  onChange: (value: T) => void
}) {
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  const at = tabs.findIndex((tab) => tab.value === value)
  function onKey(event: KeyboardEvent) {
    const places: Record<string, number> = {
      ArrowRight: (at + 1) % tabs.length,
      ArrowLeft: (at - 1 + tabs.length) % tabs.length,
      Home: 0,
      End: tabs.length - 1,
    }
    const to = places[event.key]
    if (to === undefined) return
    event.preventDefault()
    list.current!.querySelectorAll<HTMLElement>('[role=tab]')[to]!.focus()
    onChange(tabs[to]!.value)
  }
  return (
    <>
      <div
        ref={list}
        role="tablist"
        aria-label={label}
        aria-orientation="horizontal"
        className="mb-4 flex gap-5 scroll-x border-b border-line md:mb-5"
      >
        {tabs.map((tab) => {
          const selected = tab.value === value
          return (
            <button
              key={tab.value}
              type="button"
              role="tab"
              id={`${id}-${tab.value}`}
              aria-selected={selected}
              aria-controls={selected ? id : undefined}
              tabIndex={selected ? 0 : -1}
              onClick={() => onChange(tab.value)}
              onKeyDown={onKey}
              className="hit -mb-px h-9 shrink-0 border-b-2 border-transparent font-medium text-ink-2 hover:text-ink focus-visible:-outline-offset-2 aria-selected:border-accent aria-selected:text-ink"
            >
              {tab.label}
            </button>
          )
        })}
      </div>
      {/* The key ends the state of the tab that is left. */}
      <div
        key={value}
        role="tabpanel"
        id={id}
        aria-labelledby={`${id}-${value}`}
        tabIndex={-1}
        className="outline-none"
      >
        {tabs[at]?.content}
      </div>
    </>
  )
}
