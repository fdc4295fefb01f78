import {
  Combobox,
  ComboboxInput,
  ComboboxOption,
  ComboboxOptions,
  Dialog,
  DialogBackdrop,
  DialogPanel,
} from '@headlessui/react'
import { useState } from 'react'
import type { Schemas } from '@/api/core/client'
import { recoverFocusSoon } from '@/lib/interaction/focus'
import { Icon } from '@/ui/icons'
import { useCommands, type Command } from './commands'

/** How many entries of a group are shown. */
const groupSize = 6

/** Finds screens, sites, opportunities, pages, queries and actions by some letters; Enter takes the first. */
export function Palette({ user, onClose }: { user: Schemas['User'] | undefined; onClose: () => void }) {
  const [text, setText] = useState('')
  const { commands, searching } = useCommands(user, text.trim())
  const groups = groupsOf(commands)
  function run(command: Command | null) {
    if (command === null) return
    onClose()
    command.run()
    recoverFocusSoon()
  }
  return (
    <Dialog open onClose={onClose} aria-label="Command palette" className="fixed inset-0 z-50">
      <DialogBackdrop className="fixed inset-0 bg-black/25 dark:bg-black/55" />
      <div className="fixed inset-0 flex items-start justify-center p-2 pt-[8vh] sm:p-6 sm:pt-[12vh]">
        <DialogPanel className="flex max-h-[70vh] w-full max-w-xl animate-[pop-in_.12s_var(--ease-out)] flex-col overflow-hidden rounded-xl bg-raised shadow-pop">
          <Combobox immediate value={null as Command | null} onChange={run} onClose={onClose}>
            <div className="relative border-b border-line">
              <Icon
                name="search"
                className="pointer-events-none absolute top-1/2 left-4 -translate-y-1/2 text-ink-3"
              />
              <ComboboxInput
                data-autofocus
                aria-label="Search or run a command"
                placeholder="Search sites, screens, pages and actions..."
                value={text}
                onChange={(event) => setText(event.target.value)}
                className="h-12 w-full bg-transparent pr-4 pl-10 text-base outline-none placeholder:text-ink-3"
              />
            </div>
            <ComboboxOptions
              static
              aria-label="Commands"
              className="min-h-0 overflow-y-auto p-1.5 outline-none"
            >
              {groups.map(([group, entries]) => (
                <div key={group} role="group" aria-label={group}>
                  <p aria-hidden="true" className="px-2.5 pt-2 pb-1 text-xs text-ink-3">
                    {group}
                  </p>
                  {entries.map((command) => (
                    <ComboboxOption
                      key={command.id}
                      value={command}
                      className="flex min-h-9 cursor-pointer items-center gap-2.5 rounded-md px-2.5 data-focus:bg-hover pointer-coarse:min-h-11"
                    >
                      <Icon name={command.icon} className="shrink-0 text-ink-3" />
                      <span className="min-w-0 flex-1 truncate">{command.label}</span>
                      {command.hint && (
                        <span className="max-w-40 shrink-0 truncate text-xs text-ink-3">{command.hint}</span>
                      )}
                    </ComboboxOption>
                  ))}
                </div>
              ))}
            </ComboboxOptions>
            <p role="status" className={groups.length > 0 ? 'sr-only' : 'px-4 py-6 text-center text-ink-3'}>
              {searching ? 'Searching…' : groups.length > 0 ? `${commands.length} results` : 'Nothing found.'}
            </p>
          </Combobox>
        </DialogPanel>
      </div>
    </Dialog>
  )
}

/** The commands by group, in the order of the first of each. */
function groupsOf(commands: readonly Command[]) {
  const groups = new Map<string, Command[]>()
  for (const command of commands) {
    const group = groups.get(command.group) ?? []
    if (group.length < groupSize) groups.set(command.group, [...group, command])
  }
  return [...groups]
}
