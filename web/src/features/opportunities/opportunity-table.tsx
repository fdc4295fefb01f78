import { useState } from 'react'
import type { Insight } from '@/api/insights'
import { num } from '@/lib/format'
import { Button } from '@/ui/button'
import { Table, TableBody, TableHead, TableHeader } from '@/ui/table'
import { OpportunityRow } from './opportunity-row'

/** Rows drawn at first, and with every press on Show more: a long list stays quick. */
const batch = 100

/** The list of opportunities; on a narrow screen the facts of a row stand under its title. */
export function OpportunityTable({
  insights,
  everywhere,
  onOpen,
}: {
  insights: Insight[]
  /** They are of several sites. */
  everywhere: boolean
  onOpen: (id: string) => void
}) {
  const [drawn, setDrawn] = useState(batch)
  const left = insights.length - drawn
  return (
    <>
      <Table label="List of opportunities" minWidth={0}>
        <TableHead>
          <TableHeader className="hidden @3xl:table-cell">Type</TableHeader>
          <TableHeader>Opportunity</TableHeader>
          {everywhere && <TableHeader className="hidden @3xl:table-cell">Site</TableHeader>}
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
          {insights.slice(0, drawn).map((insight) => (
            <OpportunityRow
              key={insight.id}
              insight={insight}
              everywhere={everywhere}
              onOpen={() => onOpen(insight.id)}
            />
          ))}
        </TableBody>
      </Table>
      {left > 0 && (
        <div className="border-t border-line p-3 text-center">
          <Button onClick={() => setDrawn(drawn + batch)}>Show {num(Math.min(batch, left))} more</Button>
        </div>
      )}
    </>
  )
}
