import { useState } from 'react'
import {
  activeShortcuts,
  keyLabels,
  setSingleKeys,
  useSingleKeys,
  type Shortcut,
} from '@/lib/interaction/shortcuts'
import { Checkbox } from '@/ui/forms/checkbox'
import { Dialog } from '@/ui/overlays/dialog'

const groups = ['Anywhere', 'In lists', 'Go to'] as const

/** The shortcuts of the screen, and a switch for those that are a single key. */
export function ShortcutsDialog({ onClose }: { onClose: () => void }) {
  const on = useSingleKeys((s) => s.on)
  // Those of the screen behind the dialog.
  const [shortcuts] = useState(activeShortcuts)
  return (
    <Dialog open onClose={onClose} title="Keyboard shortcuts">
      {groups.map((group) => (
        <Group key={group} title={group} shortcuts={shortcuts.filter((item) => item.group === group)} />
      ))}
      <Checkbox checked={on} onChange={setSingleKeys} className="mt-4 rounded-md border border-line">
        <span>
          <span className="block font-medium">Single-key shortcuts</span>
          <span className="block text-xs text-ink-3">
            Turn them off if they get in the way of speech input or a screen reader. Ctrl and Cmd shortcuts stay
            on.
          </span>
        </span>
      </Checkbox>
    </Dialog>
  )
}

const Group = ({ title, shortcuts }: { title: string; shortcuts: Shortcut[] }) =>
  shortcuts.length > 0 && (
    <section aria-label={title} className="not-first:mt-4">
      <h3 className="mb-1 text-xs font-medium text-ink-3">{title}</h3>
      <dl>
        {shortcuts.map(({ keys, label }) => (
          <div key={keys} className="flex items-center justify-between gap-4 py-1">
            <dt>{label}</dt>
            <dd className="flex items-center gap-1">
              {keyLabels(keys).map((key, i) => (
                // A sequence may repeat a key.
                // oxlint-disable-next-line react/no-array-index-key
                <kbd key={i} className="kbd">
                  {key}
                </kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
