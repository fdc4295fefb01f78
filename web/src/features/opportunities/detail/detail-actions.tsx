import { useState, type ReactNode } from 'react'
import type { Insight, InsightStatus } from '@/api/insights'
import { isPending } from '@/lib/insight'
import { useShortcuts } from '@/lib/interaction/shortcuts'
import { Button, buttonClass } from '@/ui/button'
import { Icon } from '@/ui/icons'
import { Menu, MenuAction, MenuSeparator } from '@/ui/overlays/menu'
import { DismissForm, SnoozeForm } from '../one-line-forms'
import { dayAfter, isSnoozed } from '../dates'
import { useChanges } from '../use-changes'

/** The most common reasons to dismiss an opportunity. */
const reasons = ['Not worth it', 'Already fixed', 'Not a problem', 'Outside our control']

/** The status changes available for the opportunity. Done, dismissed and snoozed close the detail. */
export function DetailActions({ insight, onClose }: { insight: Insight; onClose: () => void }) {
  const { busy: disabled, setStatus, snooze, wake } = useChanges(insight)
  const [form, setForm] = useState<'day' | 'reason' | null>(null)
  /** Closes at once; with a typed reason or day, once the server has it: until then it may be needed. */
  async function close(changing: Promise<boolean>) {
    if (form === null) onClose()
    if ((await changing) && form !== null) onClose()
  }
  const finish = (status: InsightStatus, reason?: string) => close(setStatus(status, reason))
  const snoozeUntil = (day: string) => close(snooze(day))
  useShortcuts([
    {
      keys: 'e',
      label: 'Mark as Done',
      group: 'In lists',
      inDialog: true,
      run: () => insight.status !== 'done' && void finish('done'),
    },
  ])
  if (form !== null) {
    const Form = form === 'day' ? SnoozeForm : DismissForm
    return (
      <Bar>
        <Form
          busy={disabled}
          onSubmit={(text) => (form === 'day' ? snoozeUntil(text) : finish('dismissed', text))}
          onCancel={() => setForm(null)}
        />
      </Bar>
    )
  }
  return (
    <Bar>
      {insight.status !== 'done' && (
        <Button variant="primary" icon="check" disabled={disabled} onClick={() => finish('done')}>
          Mark as Done
        </Button>
      )}
      {insight.status === 'open' && (
        <Button icon="bolt" disabled={disabled} onClick={() => setStatus('in_progress')}>
          Start
        </Button>
      )}
      {!isPending(insight) && (
        <Button icon="refresh" disabled={disabled} onClick={() => setStatus('open')}>
          Reopen
        </Button>
      )}
      {isSnoozed(insight) && (
        <Button icon="bell" disabled={disabled} onClick={wake}>
          Wake
        </Button>
      )}
      {isPending(insight) && !isSnoozed(insight) && (
        <Menu
          label="Snooze"
          floating
          width="w-44"
          buttonClassName={buttonClass()}
          button={
            <>
              <Icon name="clock" className="-ml-0.5 opacity-80" />
              <span className="hidden sm:inline">Snooze</span>
            </>
          }
        >
          <MenuAction disabled={disabled} onSelect={() => snoozeUntil(dayAfter(7))}>
            A week
          </MenuAction>
          <MenuAction disabled={disabled} onSelect={() => snoozeUntil(dayAfter(30))}>
            A month
          </MenuAction>
          <MenuSeparator />
          <MenuAction onSelect={() => setForm('day')}>Choose a day…</MenuAction>
        </Menu>
      )}
      {insight.status !== 'dismissed' && (
        <div className="ml-auto flex items-center">
          <Button variant="ghost" disabled={disabled} onClick={() => finish('dismissed')}>
            Dismiss
          </Button>
          <Menu
            label="Dismiss with a reason"
            floating
            align="end"
            width="w-52"
            button={<Icon name="down" size={14} />}
          >
            {reasons.map((reason) => (
              <MenuAction key={reason} disabled={disabled} onSelect={() => finish('dismissed', reason)}>
                {reason}
              </MenuAction>
            ))}
            <MenuSeparator />
            <MenuAction onSelect={() => setForm('reason')}>Another reason…</MenuAction>
          </Menu>
        </div>
      )}
    </Bar>
  )
}

/** The bar at the foot of an opportunity. */
export const Bar = ({ children }: { children: ReactNode }) => (
  <div className="flex shrink-0 items-center gap-2 border-t border-line px-4 py-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] md:px-6">
    {children}
  </div>
)
