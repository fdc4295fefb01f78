import { Fragment, useState } from 'react'
import type { Insight } from '@/api/insights'
import { num } from '@/lib/format'
import type { Task } from '@/lib/tasks'
import { Button } from '@/ui/button'
import { SortHeader, Table, TableBody, TableHead, TableHeader } from '@/ui/table'
import { BulkBar } from './bulk-bar'
import { OpportunityRow, SelectBox, wide } from './opportunity-row'
import { useSelection } from './use-selection'

/** Rows shown at first and added by each Show more: rendering a long list at once is slow. */
const pageSize = 100

/** The columns that sort, in order, with the server's names. */
const sortable = [
  { by: 'value', title: 'Value a month', align: 'right' },
  { by: 'effort', title: 'Effort', align: 'left' },
  { by: 'confidence', title: 'Confidence', align: 'right' },
] as const

type OpportunityTableProps = {
  tasks: Task<Insight>[]
  /** The rows are of several sites. */
  allSites: boolean
  sort: string
  onSort: (sort: string) => void
  onOpen: (id: string) => void
}

/** The list of tasks, each of which can be expanded. On a narrow screen a row's facts are below its title. */
export function OpportunityTable({ tasks, allSites, sort, onSort, onOpen }: OpportunityTableProps) {
  const [visibleCount, setVisibleCount] = useState(pageSize)
  const [expanded, setExpanded] = useState<readonly string[]>([])
  const insights = tasks.flatMap(({ lead, followers }) => [lead].concat(followers))
  const { selected, isSelected, toggle, toggleAll, clear } = useSelection(insights.map(({ id }) => id))
  const remaining = tasks.length - visibleCount
  const expand = (id: string) =>
    setExpanded(expanded.includes(id) ? expanded.filter((item) => item !== id) : [...expanded, id])
  const rowProps = (insight: Insight) => ({
    insight,
    allSites,
    selected: isSelected(insight.id),
    onSelect: () => toggle(insight.id),
    onOpen: () => onOpen(insight.id),
  })
  return (
    <>
      <Table label="List of opportunities" minWidth={0}>
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
          <SortHeader by="type" sort={sort} onSort={onSort} className={wide}>
            Type
          </SortHeader>
          {allSites && <TableHeader className={wide}>Site</TableHeader>}
          {sortable.map(({ by, title, align }) => (
            <SortHeader
              key={by}
              by={by}
              sort={sort}
              onSort={onSort}
              align={align}
              descendingFirst={by !== 'effort'}
              className={wide}
            >
              {title}
            </SortHeader>
          ))}
          <SortHeader
            by="score"
            sort={sort}
            onSort={onSort}
            align="right"
            descendingFirst
            className="px-1! @3xl:px-3!"
          >
            Score
          </SortHeader>
          <SortHeader by="assignee" sort={sort} onSort={onSort} className={wide}>
            Owner
          </SortHeader>
          <SortHeader by="createdAt" sort={sort} onSort={onSort} descendingFirst className={wide}>
            Age
          </SortHeader>
          <TableHeader className="w-8 pl-0!">
            <span className="sr-only">Actions</span>
          </TableHeader>
        </TableHead>
        <TableBody>
          {tasks.slice(0, visibleCount).map(({ lead, followers }) => (
            <Fragment key={lead.id}>
              <OpportunityRow
                {...rowProps(lead)}
                followers={followers}
                expanded={expanded.includes(lead.id)}
                onToggle={() => expand(lead.id)}
              />
              {expanded.includes(lead.id) &&
                followers.map((insight) => (
                  <OpportunityRow key={insight.id} {...rowProps(insight)} isFollower />
                ))}
            </Fragment>
          ))}
        </TableBody>
      </Table>
      {remaining > 0 && (
        <div className="border-t border-line p-3 text-center">
          <Button onClick={() => setVisibleCount(visibleCount + pageSize)}>
            Show {num(Math.min(pageSize, remaining))} more
          </Button>
        </div>
      )}
      {selected.length > 0 && (
        <BulkBar selected={insights.filter(({ id }) => isSelected(id))} onClear={clear} />
      )}
    </>
  )
}
