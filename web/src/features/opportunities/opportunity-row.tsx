import type { Insight } from '@/api/insights'
import { cx } from '@/lib/cx'
import { age, calendarDay, dateTime, humanize, num, share } from '@/lib/format'
import {
  amountOf,
  entityKind,
  entityName,
  isDataWarning,
  isPending,
  level,
  shortEntityName,
  valueRange,
  valueUnknownReason,
} from '@/lib/insight'
import { followersText } from '@/lib/tasks'
import { Icon } from '@/ui/icons'
import { Level } from '@/ui/badges/level'
import { MenuAction, RowMenu } from '@/ui/overlays/menu'
import { ScoreBadge } from '@/ui/badges/score-badge'
import { StatusBadge } from '@/ui/badges/status-badge'
import { TableCell, TableRow } from '@/ui/table'
import { TypeIcon } from '@/ui/type-icon'
import { isOverdue } from './overdue'
import { SiteName } from './site-name'
import { dayAfter, isSnoozed } from './snooze'
import { useEdit } from './use-edit'
import { useStatusChange } from './use-status-change'

const none: readonly Insight[] = []

/** A column that only a wide list has. */
export const wide = 'hidden @3xl:table-cell'

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
  selected: boolean
  onSelect: () => void
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
  selected,
  onSelect,
  onOpen,
}: OpportunityRowProps) {
  const { change, changeAll } = useStatusChange(insight)
  const ids = followers.map(({ id }) => id)
  const { snooze } = useEdit(insight)
  return (
    <TableRow onOpen={onOpen} className={isFollower && 'bg-sunken/60'}>
      <TableCell className={cx('w-8 pr-0! align-top @3xl:align-middle', isFollower && 'pl-9!')}>
        <SelectBox label={`Select ${insight.title}`} checked={selected} onChange={onSelect} />
      </TableCell>
      <TableCell className={cx('w-full', isFollower && 'pl-6!')}>
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
            <Subject insight={insight} />
            <NarrowFacts insight={insight} everywhere={allSites} />
          </span>
        </span>
      </TableCell>
      <TableCell className={wide}>
        <span className="flex items-center gap-2 whitespace-nowrap text-ink-2" title={humanize(insight.type)}>
          <TypeIcon type={insight.type} small />
          {/* Beside the site there is no room for more than the icon. */}
          <span className={allSites ? 'sr-only' : undefined}>{humanize(insight.type)}</span>
        </span>
      </TableCell>
      {allSites && (
        <TableCell className={wide}>
          <SiteName id={insight.siteId} />
        </TableCell>
      )}
      <TableCell align="right" className={cx(wide, 'whitespace-nowrap')}>
        <ValueCell insight={insight} />
      </TableCell>
      <TableCell className={wide}>
        <Level value={insight.effort} />
      </TableCell>
      <TableCell align="right" className={wide}>
        {share(insight.confidence / 100)}
      </TableCell>
      <TableCell align="right" className="px-1! @3xl:px-3!">
        <ScoreBadge score={insight.score} />
      </TableCell>
      <TableCell className={wide}>
        {insight.status !== 'open' && <StatusBadge status={insight.status} />}
        {insight.assignee !== '' && (
          <span className="mt-0.5 block max-w-28 truncate text-xs" title={insight.assignee}>
            {insight.assignee}
          </span>
        )}
        {insight.dueOn && <Due insight={insight} day={insight.dueOn} />}
      </TableCell>
      <TableCell className={cx(wide, 'whitespace-nowrap text-ink-3')}>
        <time dateTime={insight.createdAt} title={dateTime(insight.createdAt)}>
          {age(insight.createdAt)}
        </time>
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
    {insight.value && (
      <b className="font-semibold text-ink">{amountOf(insight.value, insight.value.mid)} a month</b>
    )}
    <span>Effort {level(insight.effort)}</span>
    {insight.assignee !== '' && <span className="wrap-anywhere">{insight.assignee}</span>}
    {insight.dueOn && (
      <span>
        {isOverdue(insight) ? 'Overdue' : 'Due'} {calendarDay(insight.dueOn)}
      </span>
    )}
  </span>
)

/** The day by which it is to be done, and whether that has passed. */
const Due = ({ insight, day }: { insight: Insight; day: string }) => (
  <span
    className={cx(
      'mt-0.5 block text-xs whitespace-nowrap',
      isOverdue(insight) ? 'font-medium text-bad-ink' : 'text-ink-3',
    )}
  >
    {isOverdue(insight) ? 'Overdue' : 'Due'} {calendarDay(day)}
  </span>
)

/** Where it is, in the wide list. */
function Subject({ insight }: { insight: Insight }) {
  if (!insight.entityType) return null
  const name = isDataWarning(insight) ? 'Data warning' : shortEntityName(insight)
  return (
    <span className="mt-0.5 hidden max-w-96 truncate text-xs text-ink-3 @3xl:block" title={entityName(insight)}>
      {entityKind(insight)}
      {name && ` · ${name}`}
    </span>
  )
}

/** The expected value of a month with its range below, or that it is not known. */
function ValueCell({ insight: { value } }: { insight: Insight }) {
  if (!value)
    return (
      <span className="text-ink-3" title={valueUnknownReason}>
        Not valued
      </span>
    )
  return (
    <>
      <span className="font-medium">{amountOf(value, value.mid)}</span>
      <span className="block text-xs text-ink-3">{valueRange(value)}</span>
    </>
  )
}

/** A checkbox without a visible label; a click on it does not open the row. */
export const SelectBox = ({
  label,
  checked,
  partly = false,
  onChange,
}: {
  label: string
  checked: boolean
  /** Some of what it stands for is selected. */
  partly?: boolean
  onChange: () => void
}) => (
  // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions
  <label className="hit flex items-center" onClick={(event) => event.stopPropagation()}>
    <input
      type="checkbox"
      aria-label={label}
      checked={checked}
      ref={(box) => {
        if (box) box.indeterminate = partly && !checked
      }}
      onChange={onChange}
      className="size-4 accent-accent"
    />
  </label>
)
