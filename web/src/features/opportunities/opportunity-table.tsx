import { memo, Suspense, useCallback, useMemo, useState } from 'react'
import type { MoreRows } from '@/api/core/pages'
import type { Insight } from '@/api/insights'
import { useMay } from '@/api/core/role'
import type { Task } from '@/lib/tasks'
import { useSteady } from '@/lib/interaction/use-steady'
import { lazyPart } from '@/lib/parts/lazy-part'
import { ListMenu } from '@/ui/list/list-menu'
import { ListRows } from '@/ui/list/list-rows'
import { SortHeader, Table, TableHead, TableHeader } from '@/ui/table'
import { wide, widest, type ColumnId, type ShownColumns } from './columns'
import { OpportunityRow, SelectBox, type RowActions } from './opportunity-row'
import { rowMenu } from './row-menu'
import { setStatus } from './use-changes'
import { useSelection } from './use-selection'

// Loaded with the first selection.
const BulkBar = lazyPart(async () => ({ default: (await import('./bulk-bar')).BulkBar }))

const rowHeight = 60

const none: readonly Insight[] = []

/** The headers of the columns that can be hidden. */
const headers: readonly {
  id: ColumnId
  title: string
  hint?: string
  right?: boolean
  descendingFirst?: boolean
}[] = [
  { id: 'type', title: 'Type' },
  { id: 'site', title: 'Site' },
  { id: 'value', title: 'Value a month', right: true, descendingFirst: true },
  { id: 'effort', title: 'Effort' },
  {
    id: 'confidence',
    title: 'Confidence',
    hint: 'How sure we are that the problem is real and the fix works.',
    right: true,
    descendingFirst: true,
  },
  { id: 'score', title: 'Score', right: true, descendingFirst: true },
  { id: 'assignee', title: 'Owner' },
  { id: 'createdAt', title: 'Age', descendingFirst: true },
]

/** A row of the list. */
type Item = { insight: Insight; followers: readonly Insight[]; expanded: boolean; isFollower: boolean }

type OpportunityTableProps = {
  tasks: Task<Insight>[]
  /** Every match on the server. */
  total: number
  columns: ShownColumns
  sort: string
  onSort: (sort: string) => void
  onOpen: (id: string) => void
} & MoreRows

/** The list of tasks, each of which can be expanded. On a narrow screen a row's facts are below its title. */
export const OpportunityTable = memo(function OpportunityTable(props: OpportunityTableProps) {
  const { tasks, total, columns, sort, onSort, onOpen, ...more } = props
  const [expanded, setExpanded] = useState<readonly string[]>([])
  const [menu, setMenu] = useState<{ insight: Insight; button: HTMLElement } | null>(null)
  const insights = useMemo(() => tasks.flatMap(({ lead, followers }) => [lead].concat(followers)), [tasks])
  const items = useMemo(() => itemsOf(tasks, expanded), [tasks, expanded])
  const { selected, isSelected, toggle, toggleAll, clear } = useSelection(insights)
  const followersOf = (insight: Insight) => tasks.find(({ lead }) => lead.id === insight.id)?.followers ?? none
  const actions = useSteady<RowActions>({
    open: onOpen,
    select: toggle,
    menu: (insight, button) => setMenu({ insight, button }),
    toggle: (id) =>
      setExpanded((open) => (open.includes(id) ? open.filter((item) => item !== id) : [...open, id])),
  })
  /** Marks the selected ones as done, or without a selection the one that has the focus. */
  async function markDone(focused: Insight) {
    if (selected.length === 0) await setStatus([focused], 'done')
    else if (await setStatus(selected, 'done')) clear()
  }
  const { edit } = useMay()
  const closeMenu = useCallback(() => setMenu(null), [])
  return (
    <>
      <Table label="List of opportunities" minWidth={0} rowCount={total}>
        <TableHead>
          <TableHeader className="w-8 pr-0!">
            <SelectBox
              label="Select all opportunities"
              checked={selected.length === insights.length}
              partly={selected.length > 0}
              onChange={toggleAll}
            />
          </TableHeader>
          <SortHeader by="title" sort={sort} onSort={onSort}>
            Opportunity
          </SortHeader>
          {headers
            .filter(({ id }) => columns.has(id))
            .map(({ id, title, hint, right, descendingFirst = false }) => (
              <SortHeader
                key={id}
                by={id === 'site' ? null : id}
                sort={sort}
                onSort={onSort}
                align={right ? 'right' : 'left'}
                descendingFirst={descendingFirst}
                hint={hint}
                className={id === 'score' ? 'px-1! @3xl:px-3!' : id === 'createdAt' ? widest : wide}
              >
                {title}
              </SortHeader>
            ))}
          <TableHeader className="w-8 pl-0!">
            <span className="sr-only">Actions</span>
          </TableHeader>
        </TableHead>
        <ListRows
          items={items}
          keyOf={({ insight }) => insight.id}
          rowHeight={rowHeight}
          columns={columns.size + 3}
          {...more}
          keys={[
            { key: 'o', label: 'Open', run: ({ insight }) => onOpen(insight.id) },
            { key: 'x', label: 'Select', run: ({ insight }) => toggle(insight.id) },
            ...(edit
              ? [
                  {
                    key: 'e',
                    label: 'Mark as Done',
                    run: ({ insight }: Item) => void markDone(insight),
                  },
                ]
              : []),
            ...(selected.length > 0 ? [{ key: 'Escape', label: 'Clear the selection', run: clear }] : []),
          ]}
        >
          {(item, place) => (
            <OpportunityRow
              key={item.insight.id}
              {...item}
              place={place}
              columns={columns}
              selected={isSelected(item.insight.id)}
              actions={actions}
              editable={edit}
            />
          )}
        </ListRows>
      </Table>
      {menu && (
        <ListMenu
          button={menu.button}
          label={`Actions for ${menu.insight.title}`}
          items={rowMenu(menu.insight, followersOf(menu.insight))}
          onClose={closeMenu}
        />
      )}
      {selected.length > 0 && (
        <Suspense fallback={null}>
          <BulkBar selected={selected} onClear={clear} />
        </Suspense>
      )}
    </>
  )
})

const itemsOf = (tasks: readonly Task<Insight>[], expanded: readonly string[]): Item[] =>
  tasks.flatMap(({ lead, followers }) => {
    const isOpen = expanded.includes(lead.id)
    const row = { insight: lead, followers, expanded: isOpen, isFollower: false }
    if (!isOpen) return [row]
    return [
      row,
      ...followers.map((insight) => ({ insight, followers: none, expanded: false, isFollower: true })),
    ]
  })
