import { useState } from 'react'
import type { StepPlan } from '@/api/insights'
import { useMay } from '@/api/core/role'
import { copy } from '@/lib/interaction/clipboard'
import { cx } from '@/lib/cx'
import { calendarDay } from '@/lib/format'
import { Button, buttonClass } from '@/ui/button'
import { Icon } from '@/ui/icons'
import { Menu, MenuAction } from '@/ui/overlays/menu'
import { FormerBadge } from '../former-badge'
import { AssignForm, DueForm } from '../one-line-forms'

type StepProps = {
  plan: StepPlan
  /** Its place, from 1. */
  number: number
  done: boolean
  busy: boolean
  onDone: (done: boolean) => void
  onPlan: (plan: StepPlan, title: string) => void
}

const shownOnHover =
  'opacity-0 group-focus-within:opacity-100 group-hover:opacity-100 pointer-coarse:opacity-100'

/** One step of an opportunity, with its owner and due date. */
export function DetailStep({ plan, number, done, busy, onDone, onPlan }: StepProps) {
  const { edit, isVisitor } = useMay()
  const readOnly = isVisitor ? 'This demo is read-only' : 'Members and admins check steps off'
  const [form, setForm] = useState<'owner' | 'day'>()
  const { step, assignee = '', assigneeId, dueDate = '' } = plan
  const save = (to: StepPlan, title: string) => {
    setForm(undefined)
    if ((to.assignee ?? '') !== assignee || (to.dueDate ?? '') !== dueDate) onPlan(to, title)
  }
  const close = () => setForm(undefined)
  const copyStep = () => void copy(step, 'Step copied')
  return (
    <li className="group -mx-2 rounded-md px-2 hover:bg-sunken">
      <div className="flex items-start gap-1">
        <label
          title={edit ? undefined : readOnly}
          className={cx('flex min-w-0 flex-1 gap-3 py-1.5', edit && 'cursor-pointer')}
        >
          <input
            type="checkbox"
            aria-label={`Step ${number} done`}
            checked={done}
            disabled={busy || !edit}
            onChange={(event) => onDone(event.target.checked)}
            className="mt-0.5 size-4 shrink-0 accent-accent"
          />
          <span className="min-w-0 wrap-anywhere">
            <span className={cx(done && 'text-ink-3 line-through')}>{step}</span>
            {(assignee || dueDate) && (
              <span className="ml-2 text-xs text-ink-3">
                {assignee}
                {assigneeId && (
                  <>
                    {' '}
                    <FormerBadge id={assigneeId} />
                  </>
                )}
                {assignee && dueDate && ' · '}
                {dueDate && `Due ${calendarDay(dueDate)}`}
              </span>
            )}
          </span>
        </label>
        {edit && (
          <Menu
            label={`Plan step ${number}`}
            floating
            align="end"
            width="w-44"
            button={<Icon name="more" />}
            buttonClassName={cx(buttonClass('ghost', 'sm'), 'mt-0.5 aria-expanded:opacity-100', shownOnHover)}
          >
            <MenuAction disabled={busy} onSelect={() => setForm('owner')}>
              Assign to…
            </MenuAction>
            <MenuAction disabled={busy} onSelect={() => setForm('day')}>
              Due date…
            </MenuAction>
            <MenuAction onSelect={copyStep}>Copy</MenuAction>
          </Menu>
        )}
        <Button
          size="sm"
          variant="ghost"
          icon="copy"
          aria-label={`Copy step ${number}`}
          onClick={copyStep}
          // The text needs the room of a second finger-wide button.
          className={cx('mt-0.5', shownOnHover, edit && 'pointer-coarse:hidden')}
        />
      </div>
      {form && (
        <div className="pb-2 pl-7">
          {form === 'owner' ? (
            <AssignForm
              initial={assignee}
              busy={busy}
              onCancel={close}
              onSubmit={(text) => {
                const to = text.trim()
                save(
                  { step, assignee: to, ...(dueDate && { dueDate }) },
                  to ? `Step assigned to ${to}` : 'Step unassigned',
                )
              }}
            />
          ) : (
            <DueForm
              initial={dueDate}
              busy={busy}
              onCancel={close}
              onSubmit={(day) =>
                save(
                  { ...plan, dueDate: day },
                  day ? `Step due ${calendarDay(day)}` : 'Step without a due date',
                )
              }
            />
          )}
        </div>
      )}
    </li>
  )
}
