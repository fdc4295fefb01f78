import { useState, type FormEvent } from 'react'
import { act } from '@/api/core/act'
import { useMay } from '@/api/core/role'
import { deleteView, saveView, useViews, type View } from '@/api/settings/views'
import { useBusy } from '@/lib/interaction/use-busy'
import { Button, buttonClass } from '@/ui/button'
import { Input } from '@/ui/forms/field'
import { Icon } from '@/ui/icons'
import { Popover } from '@/ui/overlays/popover'

type ViewsMenuProps = {
  /** The path of the screen or list. */
  screen: string
  /** The filters and order on screen, as in its address. */
  query: string
  columns: string[]
  onOpen: (view: View) => void
}

/** The views that the user saved of a list: opens, saves and deletes them. */
export function ViewsMenu({ screen, query, columns, onOpen }: ViewsMenuProps) {
  const { views = [] } = useViews()
  const { isVisitor } = useMay()
  if (isVisitor) return null
  const saved = views.filter((view) => view.screen === screen && view.name !== '')
  return (
    <Popover
      floating
      title="Views"
      buttonClassName={buttonClass('secondary', 'sm')}
      button={
        <>
          <Icon name="eye" className="-ml-0.5 opacity-80" />
          <span className="sr-only @xl:not-sr-only">Views</span>
        </>
      }
    >
      {(close) => (
        <>
          <ul aria-label="Saved views" className="max-h-72 overflow-y-auto p-1">
            {saved.map((view) => (
              <li key={view.name} className="flex items-center gap-1">
                <button
                  type="button"
                  aria-current={view.query === query || undefined}
                  onClick={() => {
                    onOpen(view)
                    close()
                  }}
                  className="flex min-h-8 min-w-0 flex-1 items-center rounded-sm px-2 text-left hover:bg-hover pointer-coarse:min-h-11"
                >
                  <span className="truncate">{view.name}</span>
                  {view.query === query && <Icon name="check" className="ml-auto text-ink-3" />}
                </button>
                <Button
                  variant="ghost"
                  size="sm"
                  icon="trash"
                  aria-label={`Delete view ${view.name}`}
                  onClick={() => void remove(view)}
                />
              </li>
            ))}
            {saved.length === 0 && (
              <li className="px-2 py-1.5 text-pretty text-ink-3">
                Save the current filters, sort order and columns to open them again later.
              </li>
            )}
          </ul>
          <SaveForm view={{ screen, query, columns }} />
        </>
      )}
    </Popover>
  )
}

/** Saves what is on screen under a name. */
function SaveForm({ view }: { view: Omit<View, 'name'> }) {
  const [name, setName] = useState('')
  const [busy, run] = useBusy()
  async function save(event: FormEvent) {
    event.preventDefault()
    const trimmed = name.trim()
    if (trimmed === '') return
    const saved = await run(() =>
      act({
        ids: [],
        run: () => saveView({ ...view, name: trimmed }),
        done: () => ({ title: 'View saved', description: trimmed }),
        failed: 'The view was not saved',
      }),
    )
    if (saved) setName('')
  }
  return (
    <form onSubmit={(event) => void save(event)} className="flex gap-2 border-t border-line p-2">
      <Input
        aria-label="Name of the view"
        placeholder="Name this view"
        maxLength={60}
        value={name}
        onChange={(event) => setName(event.target.value)}
        className="min-w-0 flex-1"
      />
      <Button type="submit" busy={busy} disabled={name.trim() === ''}>
        Save
      </Button>
    </form>
  )
}

const remove = (view: View) =>
  act({
    ids: [],
    run: () => deleteView(view),
    done: () => ({ title: 'View deleted', description: view.name }),
    failed: 'The view was not deleted',
    undo: { label: `View deleted: ${view.name}`, run: () => saveView(view) },
  })
