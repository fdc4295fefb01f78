import type { Insight } from '@/api/insights'
import { num } from '@/lib/format'
import { isPending } from '@/lib/insight'
import type { ListMenuItem } from '@/ui/list/list-menu'
import { dayAfter, isSnoozed } from './dates'
import { setStatus, snooze } from './use-changes'

/** The actions on one row: on the opportunity, and on all with its cause. */
export function rowMenu(insight: Insight, followers: readonly Insight[]): ListMenuItem[] {
  const all = [insight, ...followers]
  return [
    { label: 'Mark as Done', icon: 'check', onSelect: () => void setStatus([insight], 'done') },
    { label: 'Dismiss', icon: 'dismiss', onSelect: () => void setStatus([insight], 'dismissed') },
    ...(followers.length > 0
      ? ([
          {
            label: `Mark all ${num(all.length)} as Done`,
            icon: 'check',
            onSelect: () => void setStatus(all, 'done'),
          },
          {
            label: `Dismiss all ${num(all.length)}`,
            icon: 'dismiss',
            onSelect: () => void setStatus(all, 'dismissed'),
          },
        ] as const)
      : []),
    ...(isPending(insight) && !isSnoozed(insight)
      ? ([
          {
            label: 'Snooze for a week',
            icon: 'clock',
            onSelect: () => void snooze(insight, dayAfter(7)),
          },
        ] as const)
      : []),
  ]
}
