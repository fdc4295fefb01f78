import type { Insight } from '@/api/insights'
import { words } from '@/lib/format'
import { entityName, level } from '@/lib/insight'
import { Level } from '@/ui/level'
import { MenuAction, RowMenu } from '@/ui/menu'
import { ScoreBadge } from '@/ui/score-badge'
import { StatusBadge } from '@/ui/status-badge'
import { TableCell, TableRow } from '@/ui/table'
import { TypeIcon } from '@/ui/type-icon'
import { useStatusChange } from './use-status-change'

const wide = 'hidden @3xl:table-cell'

/** One opportunity in the list: a press anywhere opens it, the menu closes it without opening. */
export function OpportunityRow({ insight, onOpen }: { insight: Insight; onOpen: () => void }) {
  const { change } = useStatusChange(insight)
  return (
    <TableRow onOpen={onOpen}>
      <TableCell className={wide}>
        <span className="flex items-center gap-2 whitespace-nowrap text-ink-2">
          <TypeIcon type={insight.type} small />
          {words(insight.type)}
        </span>
      </TableCell>
      <TableCell className="w-full @3xl:w-auto">
        <span className="flex gap-2.5">
          <span className="@3xl:hidden">
            <TypeIcon type={insight.type} small />
          </span>
          <span className="min-w-0">
            <button
              type="button"
              onClick={(event) => {
                event.stopPropagation()
                onOpen()
              }}
              className="text-left font-medium text-pretty wrap-anywhere"
            >
              {insight.title}
            </button>
            <NarrowFacts insight={insight} />
          </span>
        </span>
      </TableCell>
      <TableCell className={wide}>
        <Entity insight={insight} />
      </TableCell>
      <TableCell className={wide}>
        <Level value={insight.impact} />
      </TableCell>
      <TableCell className={wide}>
        <Level value={insight.effort} />
      </TableCell>
      <TableCell align="right" className="px-1! @3xl:px-3!">
        <ScoreBadge score={insight.score} />
      </TableCell>
      <TableCell className={wide}>
        <StatusBadge status={insight.status} />
      </TableCell>
      <TableCell className="pl-0!">
        <RowMenu label={`Actions for ${insight.title}`}>
          <MenuAction icon="check" onSelect={() => change('done')}>
            Mark as Done
          </MenuAction>
          <MenuAction icon="dismiss" onSelect={() => change('dismissed')}>
            Dismiss
          </MenuAction>
        </RowMenu>
      </TableCell>
    </TableRow>
  )
}

/** What the wide table says in columns. */
const NarrowFacts = ({ insight }: { insight: Insight }) => (
  <span className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1 text-xs text-ink-3 @3xl:hidden">
    {insight.status !== 'open' && <StatusBadge status={insight.status} />}
    <span>Impact {level(insight.impact)}</span>
    <span>Effort {level(insight.effort)}</span>
  </span>
)

function Entity({ insight }: { insight: Insight }) {
  if (!insight.entityType) return <span className="text-ink-3">—</span>
  return (
    <span className="block max-w-56">
      <span className="block">{words(insight.entityType)}</span>
      <span className="block truncate text-xs text-ink-3" title={entityName(insight)}>
        {entityName(insight)}
      </span>
    </span>
  )
}
