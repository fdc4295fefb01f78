import { Tab, TabGroup, TabList, TabPanel, TabPanels } from '@headlessui/react'
import type { ReactNode } from 'react'

/** Views of one subject under names; the selected one is controlled, so that it can live in the URL. */
export function Tabs<T extends string>({
  label,
  value,
  onChange,
  tabs,
}: {
  label: string
  value: T
  onChange: (value: T) => void
  tabs: readonly { value: T; label: string; content: ReactNode }[]
}) {
  return (
    <TabGroup
      selectedIndex={Math.max(
        0,
        tabs.findIndex((tab) => tab.value === value),
      )}
      onChange={(index) => onChange((tabs[index] ?? tabs[0]!).value)}
    >
      <TabList aria-label={label} className="mb-4 flex gap-5 overflow-x-auto border-b border-line">
        {tabs.map((tab) => (
          <Tab
            key={tab.value}
            className="-mb-px border-b-2 border-transparent pt-1 pb-2.5 font-medium whitespace-nowrap text-ink-2 hover:text-ink focus-visible:-outline-offset-2 data-selected:border-accent data-selected:text-ink"
          >
            {tab.label}
          </Tab>
        ))}
      </TabList>
      <TabPanels>
        {tabs.map((tab) => (
          <TabPanel key={tab.value} tabIndex={-1}>
            {tab.content}
          </TabPanel>
        ))}
      </TabPanels>
    </TabGroup>
  )
}
