import { Fragment, useState } from 'react'
import type { Insight } from '@/api/insights'
import { num } from '@/lib/format'
import type { Task } from '@/lib/tasks'
import { Button } from '@/ui/button'
import { Table, TableBody, TableHead, TableHeader } from '@/ui/table'
import { OpportunityRow } from './opportunity-row'

/** Rows shown at first and added by each Show more: rendering a long list at once is slow. */
const pageSize = 100

/** The list of tasks, each of which can be expanded. On a narrow screen a row's facts are below its title. */
export function OpportunityTable({
  tasks,
  allSites,
  onOpen,
}: {
  tasks: Task<Insight>[]
  /** The rows are of several sites. */
  allSites: boolean
  onOpen: (id: string) => void
}) {
  const [visibleCount, setVisibleCount] = useState(pageSize)
  const [expanded, setExpanded] = useState<readonly string[]>([])
  const remaining = tasks.length - visibleCount
  const toggle = (id: string) =>
    setExpanded(expanded.includes(id) ? expanded.filter((item) => item !== id) : [...expanded, id])
  return (
    <>
      <Table label="List of opportunities" minWidth={0}>
        <TableHead>
          <TableHeader className="hidden @3xl:table-cell">Type</TableHeader>
          <TableHeader>Opportunity</TableHeader>
          {allSites && <TableHeader className="hidden @3xl:table-cell">Site</TableHeader>}
          <TableHeader className="hidden @3xl:table-cell">Entity</TableHeader>
          <TableHeader className="hidden @3xl:table-cell">Impact</TableHeader>
          <TableHeader className="hidden @3xl:table-cell">Effort</TableHeader>
          <TableHeader align="right" className="px-1! @3xl:px-3!">
            Score
          </TableHeader>
          <TableHeader className="hidden @3xl:table-cell">Status</TableHeader>
          <TableHeader className="w-8 pl-0!">
            <span className="sr-only">Actions</span>
          </TableHeader>
        </TableHead>
        <TableBody>
          {tasks.slice(0, visibleCount).map(({ lead, followers }) => (
            <Fragment key={lead.id}>
              <OpportunityRow
                insight={lead}
                followers={followers}
                expanded={expanded.includes(lead.id)}
                onToggle={() => toggle(lead.id)}
                allSites={allSites}
                onOpen={() => onOpen(lead.id)}
              />
              {expanded.includes(lead.id) &&
                followers.map((insight) => (
                  <OpportunityRow
                    key={insight.id}
                    insight={insight}
                    isFollower
                    allSites={allSites}
                    onOpen={() => onOpen(insight.id)}
                  />
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
    </>
  )
}
