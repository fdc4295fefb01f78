import { memo } from 'react'
import type { Insight } from '@/api/insights'
import { cx } from '@/lib/cx'
import { age, calendarDay, dateTime, share } from '@/lib/format'
import {
  amountOf,
  entityKind,
  entityName,
  isDataWarning,
  level,
  shortEntityName,
  valueRange,
  valueUnknownReason,
} from '@/lib/insight'
import { useIsSaving } from '@/lib/interaction/saving'
import { followersText } from '@/lib/tasks'
import { Icon } from '@/ui/icons'
import { Level } from '@/ui/badges/level'
import { ScoreBadge } from '@/ui/badges/score-badge'
import { StatusBadge } from '@/ui/badges/status-badge'
import { ListMenuButton } from '@/ui/list/list-menu'
import type { RowPlace } from '@/ui/list/list-rows'
import { TableCell, TableRow } from '@/ui/table'
import { TypeIcon } from '@/ui/type-icon'
import { TypeTitle } from './type-title'
import { wide, widest, type ShownColumns } from './columns'
import { isOverdue } from './dates'
import { Former, Owner } from './owner'
import { SiteName } from './site-name'

/** What a row can do; the functions stay the same for as long as the list is on screen. */
export type RowActions = {
  open: (id: string) => void
  toggle: (id: string) => void
  select: (id: string) => void
  menu: (insight: Insight, button: HTMLElement) => void
}

type OpportunityRowProps = {
  insight: Insight
  place: RowPlace
  /** The other opportunities of its task. */
  followers: readonly Insight[]
  /** Whether they are shown. */
  expanded: boolean
  /** It belongs to the task above it. */
  isFollower: boolean
  columns: ShownColumns
  selected: boolean
  actions: RowActions
  /** The user may change it. */
  editable: boolean
}

/** One opportunity in the list: a click anywhere opens it, except on its menu. */
function Row({
  insight,
  place,
  followers,
  expanded,
  isFollower,
  columns,
  selected,
  actions,
  editable,
}: OpportunityRowProps) {
  const busy = useIsSaving(insight.id)
  const allSites = columns.has('site')
  return (
    <TableRow
      place={place}
      busy={busy}
      onOpen={() => actions.open(insight.id)}
      className={isFollower && 'bg-sunken/60'}
    >
      <TableCell className={cx('w-8 pr-0! align-top @3xl:align-middle', isFollower && 'pl-9!')}>
        <SelectBox
          label={`Select ${insight.title}`}
          checked={selected}
          onChange={() => actions.select(insight.id)}
        />
      </TableCell>
      <TableCell className={cx('w-full', isFollower && 'pl-6!')}>
        <span className="flex gap-2.5">
          <span className="@3xl:hidden">
            <TypeIcon type={insight.type} small />
          </span>
          <span className="min-w-0">
            <button
              type="button"
              data-row-open
              onClick={(event) => {
                event.stopPropagation()
                actions.open(insight.id)
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
                  actions.toggle(insight.id)
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
      {columns.has('type') && (
        <TableCell className={wide}>
          <span className="flex items-center gap-2 whitespace-nowrap text-ink-2">
            <TypeIcon type={insight.type} small />
            {/* Beside the site there is no room for more than the icon, nor on a laptop. */}
            <span className={allSites ? 'sr-only' : '@max-5xl:sr-only'}>
              <TypeTitle type={insight.type} />
            </span>
          </span>
        </TableCell>
      )}
      {allSites && (
        <TableCell className={wide}>
          <SiteName id={insight.siteId} />
        </TableCell>
      )}
      <Figures insight={insight} columns={columns} />
      <TableCell className="pl-0!">
        {editable && (
          <ListMenuButton
            label={`Actions for ${insight.title}`}
            onOpen={(button) => actions.menu(insight, button)}
          />
        )}
      </TableCell>
    </TableRow>
  )
}

/** A row is drawn again when its opportunity has changed, not when the list was read again. */
export const OpportunityRow = memo(
  Row,
  (a, b) =>
    a.insight.id === b.insight.id &&
    a.insight.updatedAt === b.insight.updatedAt &&
    a.insight.status === b.insight.status &&
    a.insight.score === b.insight.score &&
    a.insight.assignee === b.insight.assignee &&
    a.insight.assigneeId === b.insight.assigneeId &&
    a.insight.snoozedUntil === b.insight.snoozedUntil &&
    a.place.index === b.place.index &&
    a.followers.length === b.followers.length &&
    a.followers.every(({ id }, i) => id === b.followers[i]!.id) &&
    a.expanded === b.expanded &&
    a.isFollower === b.isFollower &&
    a.columns === b.columns &&
    a.selected === b.selected &&
    a.actions === b.actions &&
    a.editable === b.editable,
)

/** The columns that can be sorted by a figure, the status and the age. */
const Figures = ({ insight, columns }: { insight: Insight; columns: ShownColumns }) => (
  <>
    {columns.has('value') && (
      <TableCell align="right" className={cx(wide, 'whitespace-nowrap')}>
        <ValueCell insight={insight} />
      </TableCell>
    )}
    {columns.has('effort') && (
      <TableCell className={wide}>
        <Level value={insight.effort} />
      </TableCell>
    )}
    {columns.has('confidence') && (
      <TableCell align="right" className={wide}>
        {share(insight.confidence / 100)}
      </TableCell>
    )}
    {columns.has('score') && (
      <TableCell align="right" className="px-1! @3xl:px-3!">
        <ScoreBadge score={insight.score} />
      </TableCell>
    )}
    {columns.has('assignee') && (
      <TableCell className={wide}>
        {insight.status !== 'open' && <StatusBadge status={insight.status} />}
        <Owner insight={insight} />
      </TableCell>
    )}
    {columns.has('createdAt') && (
      <TableCell className={cx(widest, 'whitespace-nowrap text-ink-3')}>
        <time dateTime={insight.createdAt} title={dateTime(insight.createdAt)}>
          {age(insight.createdAt)}
        </time>
      </TableCell>
    )}
  </>
)

/** The facts that the wide table has columns for. */
const NarrowFacts = ({ insight, everywhere }: { insight: Insight; everywhere: boolean }) => (
  <span className="mt-1 flex flex-wrap items-center gap-x-2 gap-y-1 text-xs text-ink-3 @3xl:hidden">
    {insight.status !== 'open' && <StatusBadge status={insight.status} />}
    {everywhere && <SiteName id={insight.siteId} />}
    {isDataWarning(insight) && <span>Data warning</span>}
    {insight.value && (
      <b className="font-semibold text-ink">{amountOf(insight.value, insight.value.mid)} a month</b>
    )}
    <span>Effort {level(insight.effort)}</span>
    {insight.assignee !== '' && <span className="wrap-anywhere">{insight.assignee}</span>}
    <Former insight={insight} />
    {insight.dueOn && (
      <span>
        {isOverdue(insight) ? 'Overdue' : 'Due'} {calendarDay(insight.dueOn)}
      </span>
    )}
  </span>
)

/** Where it is, in the wide list. */
function Subject({ insight }: { insight: Insight }) {
  if (!insight.entityType) return null
  const name = isDataWarning(insight) ? 'Data warning' : shortEntityName(insight)
  return (
    <span
      className="mt-0.5 hidden w-0 min-w-full truncate text-xs text-ink-3 @3xl:block"
      title={entityName(insight)}
    >
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
