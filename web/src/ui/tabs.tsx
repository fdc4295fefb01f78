import { Tab, TabGroup, TabList, TabPanel, TabPanels } from '@headlessui/react'
import type { ReactNode } from 'react'

/** A tab: its URL value, label and content. */
export type TabItem<T extends string> = { value: T; label: string; content: ReactNode }

/** Sections of a screen, one shown at a time. */
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
  return (
    <TabGroup
      selectedIndex={tabs.findIndex((tab) => tab.value === value)}
      onChange={(index) => onChange(tabs[index]!.value)}
    >
      <TabList aria-label={label} className="mb-4 flex gap-5 scroll-x border-b border-line md:mb-5">
        {tabs.map((tab) => (
          <Tab
            key={tab.value}
            className="hit -mb-px h-9 shrink-0 border-b-2 border-transparent font-medium text-ink-2 hover:text-ink focus-visible:-outline-offset-2 data-selected:border-accent data-selected:text-ink"
          >
            {tab.label}
          </Tab>
        ))}
      </TabList>
      <TabPanels>
        {tabs.map((tab) => (
          <TabPanel key={tab.value} tabIndex={-1} className="outline-none">
            {tab.content}
          </TabPanel>
        ))}
      </TabPanels>
    </TabGroup>
  )
}
