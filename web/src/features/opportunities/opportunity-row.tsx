import type { Insight } from '@/api/insights'
import { cx } from '@/lib/cx'
import { num, humanize } from '@/lib/format'
import { entityKind, entityName, isDataWarning, isPending, level, shortEntityName } from '@/lib/insight'
import { followersText } from '@/lib/tasks'
import { Icon } from '@/ui/icons'
import { Level } from '@/ui/badges/level'
import { MenuAction, RowMenu } from '@/ui/overlays/menu'
import { ScoreBadge } from '@/ui/badges/score-badge'
import { StatusBadge } from '@/ui/badges/status-badge'
import { TableCell, TableRow } from '@/ui/table'
import { TypeIcon } from '@/ui/type-icon'
import { SiteName } from './site-name'
import { dayAfter, isSnoozed } from './snooze'
import { useEdit } from './use-edit'
import { useStatusChange } from './use-status-change'

const none: readonly Insight[] = []

const wide = 'hidden @3xl:table-cell'

type OpportunityRowProps = {
  insight: Insight
  /** The other opportunities of its task. */
  followers?: readonly Insight[]
  /** Whether they are shown. */
  expanded?: boolean
  onToggle?: () => void
  /** It belongs to the task above it. */
  isFollower?: boolean
  /** Names its site. */
  allSites: boolean
  onOpen: () => void
}

/** One opportunity in the list: a click anywhere opens it, except on its menu. */
export function OpportunityRow({
  insight,
  followers = none,
  expanded = false,
  onToggle,
  isFollower = false,
  allSites,
  onOpen,
}: OpportunityRowProps) {
  const { change, changeAll } = useStatusChange(insight)
  const ids = followers.map(({ id }) => id)
  const { snooze } = useEdit(insight)
  return (
    <TableRow onOpen={onOpen} className={isFollower && 'bg-sunken/60'}>
      <TableCell className={cx(wide, isFollower && 'pl-10!')}>
        <span className="flex items-center gap-2 whitespace-nowrap text-ink-2">
          <TypeIcon type={insight.type} small />
          {humanize(insight.type)}
        </span>
      </TableCell>
      <TableCell className={cx('w-full @3xl:w-auto', isFollower && 'pl-9! @3xl:pl-3!')}>
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
            {followers.length > 0 && (
              <button
                type="button"
                aria-expanded={expanded}
                onClick={(event) => {
                  event.stopPropagation()
                  onToggle?.()
                }}
                className="hit mt-1 flex items-center gap-1 text-xs text-accent-ink hover:underline"
              >
                <Icon name={expanded ? 'down' : 'right'} size={12} />
                {followersText(insight, followers)}
              </button>
            )}
            <NarrowFacts insight={insight} everywhere={allSites} />
          </span>
        </span>
      </TableCell>
      {allSites && (
        <TableCell className={wide}>
          <SiteName id={insight.siteId} />
        </TableCell>
      )}
      <TableCell className={wide}>
        <Entity insight={insight} narrow={allSites} />
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
        {insight.assignee !== '' && (
          <span className="mt-0.5 block max-w-28 truncate text-xs text-ink-3" title={insight.assignee}>
            {insight.assignee}
          </span>
        )}
      </TableCell>
      <TableCell className="pl-0!">
        <RowMenu label={`Actions for ${insight.title}`}>
          <MenuAction icon="check" onSelect={() => change('done')}>
            Mark as Done
          </MenuAction>
          <MenuAction icon="dismiss" onSelect={() => change('dismissed')}>
            Dismiss
          </MenuAction>
          {followers.length > 0 && (
            <>
              <MenuAction icon="check" onSelect={() => changeAll(ids, 'done')}>
                Mark all {num(ids.length + 1)} as Done
              </MenuAction>
              <MenuAction icon="dismiss" onSelect={() => changeAll(ids, 'dismissed')}>
                Dismiss all {num(ids.length + 1)}
              </MenuAction>
            </>
          )}
          {isPending(insight) && !isSnoozed(insight) && (
            <MenuAction icon="clock" onSelect={() => snooze(dayAfter(7))}>
              Snooze for a week
            </MenuAction>
          )}
        </RowMenu>
      </TableCell>
    </TableRow>
  )
}

/** The facts that the wide table has columns for. */
const NarrowFacts = ({ insight, everywhere }: { insight: Insight; everywhere: boolean }) => (
  <span className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1 text-xs text-ink-3 @3xl:hidden">
    {insight.status !== 'open' && <StatusBadge status={insight.status} />}
    {everywhere && <SiteName id={insight.siteId} />}
    {isDataWarning(insight) && <span>Data warning</span>}
    <span>Impact {level(insight.impact)}</span>
    <span>Effort {level(insight.effort)}</span>
    {insight.assignee !== '' && <span className="wrap-anywhere">{insight.assignee}</span>}
  </span>
)

function Entity({ insight, narrow }: { insight: Insight; narrow: boolean }) {
  if (!insight.entityType) return <span className="text-ink-3">—</span>
  const name = isDataWarning(insight) ? 'Data warning' : shortEntityName(insight)
  return (
    <span className={cx('block', narrow ? 'max-w-28' : 'max-w-44')}>
      <span className="block">{entityKind(insight)}</span>
      <span className="block truncate text-xs text-ink-3" title={entityName(insight)}>
        {name}
      </span>
    </span>
  )
}
