import { useId, useState, type FormEvent } from 'react'
import type { Insight } from '@/api/insights'
import { useMay } from '@/api/core/role'
import { useUser } from '@/api/session'
import { cx } from '@/lib/cx'
import { calendarDay } from '@/lib/format'
import { Badge } from '@/ui/badges/badge'
import { Button } from '@/ui/button'
import { focusWhenShown, Input } from '@/ui/forms/field'
import { Icon, type IconName } from '@/ui/icons'
import { FormerBadge } from '../former-badge'
import { isOverdue } from '../dates'
import { PeopleList } from '../people-list'
import { useChanges } from '../use-changes'

/** What people entered about an opportunity: its assignee and the reason for its status. */
export function DetailOwner({ insight }: { insight: Insight }) {
  const { edit } = useMay()
  const { assignee, dueOn, reason, status } = insight
  return (
    <dl className="mt-2 flex flex-wrap items-center gap-x-6 gap-y-1 empty:hidden">
      {(edit || assignee !== '') && <Editable insight={insight} field="assignee" />}
      {(edit || dueOn) && <Due insight={insight} />}
      {(reason !== '' || (edit && status === 'dismissed')) && <Editable insight={insight} field="reason" />}
    </dl>
  )
}

const fields = {
  assignee: {
    name: 'Assigned to',
    set: 'Assign',
    icon: 'person',
    change: 'Change assignee',
    maxLength: 100,
  },
  reason: {
    name: 'Reason',
    set: 'Add reason',
    icon: 'edit',
    change: 'Change reason',
    maxLength: 1000,
  },
} as const

/** The day by which it is to be done. */
function Due({ insight }: { insight: Insight }) {
  const { busy, setDue } = useChanges(insight)
  const { edit } = useMay()
  const [editing, setEditing] = useState(false)
  const day = insight.dueOn ?? ''
  const save = (to: string, valid: boolean) => {
    setEditing(false)
    if (to !== day && valid) void setDue(to)
  }
  return (
    <div className="flex min-h-7 flex-wrap items-center gap-x-2 gap-y-1.5">
      <dt className={cx('text-xs text-ink-3', day === '' && !editing && 'sr-only')}>Due</dt>
      <dd className="flex items-center gap-1">
        {editing ? (
          <Input
            ref={focusWhenShown}
            aria-label="Due"
            type="date"
            defaultValue={day}
            onBlur={(event) => save(event.target.value, event.target.validity.valid)}
            onKeyDown={(event) => {
              if (event.key === 'Enter') event.currentTarget.blur()
              if (event.key !== 'Escape') return
              // Escape closes the box, not the sheet.
              event.stopPropagation()
              setEditing(false)
            }}
            className="w-36"
          />
        ) : (
          <>
            {day !== '' && <span className="font-medium">{calendarDay(day)}</span>}
            {edit && (
              <SetOrChange
                set={day === '' && 'Set due date'}
                change="Change due date"
                icon="clock"
                disabled={busy}
                onClick={() => setEditing(true)}
              />
            )}
          </>
        )}
        {isOverdue(insight) && <Badge tone="bad">Overdue</Badge>}
      </dd>
    </div>
  )
}

/** A line of text that a click turns into a text box. */
function Editable({ insight, field }: { insight: Insight; field: keyof typeof fields }) {
  const { busy, assign, setReason } = useChanges(insight)
  const { edit } = useMay()
  const [text, setText] = useState<string | null>(null)
  const { name, set, icon, change, maxLength } = fields[field]
  const value = insight[field]
  const save = async (to: string) => {
    const saved = field === 'assignee' ? await assign(to.trim()) : await setReason(to.trim())
    if (saved) setText(null)
  }
  return (
    <div
      className={cx(
        'flex min-h-7 flex-wrap items-center gap-x-2 gap-y-1.5',
        (text !== null || field === 'reason') && 'w-full',
      )}
    >
      <dt
        className={cx(
          'text-xs text-ink-3',
          text === null ? value === '' && 'sr-only' : 'max-sm:mt-2 max-sm:w-full',
        )}
      >
        {name}
      </dt>
      {text === null ? (
        <dd className="flex min-w-0 items-center gap-1">
          {value !== '' && <span className="min-w-0 font-medium wrap-anywhere">{value}</span>}
          {field === 'assignee' && insight.assigneeId && <FormerBadge id={insight.assigneeId} />}
          {edit && (
            <SetOrChange set={value === '' && set} change={change} icon={icon} onClick={() => setText(value)} />
          )}
        </dd>
      ) : (
        <dd className="min-w-0 flex-1 basis-64">
          <EditBox
            label={name}
            text={text}
            longest={maxLength}
            busy={busy}
            onText={setText}
            onSave={save}
            onCancel={() => setText(null)}
            offersMe={field === 'assignee'}
          />
        </dd>
      )}
    </div>
  )
}

type SetOrChangeProps = {
  /** The label while nothing is set. */
  set: string | false
  change: string
  icon: IconName
  disabled?: boolean
  onClick: () => void
}

/** Sets a value, or changes it once it is set. */
const SetOrChange = ({ set, change, icon, ...rest }: SetOrChangeProps) =>
  set === false ? (
    <Button size="sm" variant="ghost" aria-label={change} {...rest}>
      <Icon name="edit" size={14} />
    </Button>
  ) : (
    <Button size="sm" variant="ghost" icon={icon} className="-ml-2" {...rest}>
      {set}
    </Button>
  )

type EditBoxProps = {
  label: string
  text: string
  longest: number
  busy: boolean
  onText: (text: string) => void
  onSave: (text: string) => void
  onCancel: () => void
  /** Offers to assign the user. */
  offersMe: boolean
}

function EditBox({ label, text, longest, busy, onText, onSave, onCancel, offersMe }: EditBoxProps) {
  const { user } = useUser()
  const peopleId = useId()
  const me = user && (`${user.firstName} ${user.lastName}`.trim() || user.email)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onSave(text)
  }
  return (
    <form onSubmit={submit} className="flex flex-wrap items-center gap-1.5">
      <Input
        ref={focusWhenShown}
        aria-label={label}
        value={text}
        maxLength={longest}
        placeholder={offersMe ? 'Name' : undefined}
        list={offersMe ? peopleId : undefined}
        onChange={(event) => onText(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return
          // Escape closes the box, not the sheet.
          event.stopPropagation()
          onCancel()
        }}
        className="min-w-0 flex-1 basis-40"
      />
      {offersMe && <PeopleList id={peopleId} />}
      <Button type="submit" variant="primary" disabled={busy}>
        Save
      </Button>
      <Button variant="ghost" onClick={onCancel}>
        Cancel
      </Button>
      {offersMe && me && text !== me && (
        <Button icon="person" disabled={busy} onClick={() => onSave(me)}>
          Assign to me
        </Button>
      )}
    </form>
  )
}
