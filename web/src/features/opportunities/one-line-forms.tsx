import { useState, type FormEvent, type ReactNode } from 'react'
import { Button } from '@/ui/button'
import { focusWhenShown, Input } from '@/ui/forms/field'
import { PeopleList } from './people-list'
import { dayAfter, snoozeDays } from './dates'

type FormProps = { busy: boolean; onSubmit: (text: string) => void; onCancel: () => void }

/** Asks for the day until which an opportunity is snoozed. */
export function SnoozeForm(props: FormProps) {
  const { least: min, most: max } = snoozeDays()
  return (
    <OneLine
      {...props}
      label="Snooze until"
      action="Snooze"
      initial={dayAfter(14)}
      input={{ type: 'date', min, max }}
    />
  )
}

/** Asks why an opportunity is dismissed. */
export const DismissForm = (props: FormProps) => (
  <OneLine
    {...props}
    label="Reason for dismissing"
    action="Dismiss"
    initial=""
    input={{ maxLength: 1000, placeholder: 'Why?' }}
  />
)

/** Asks who takes opportunities on; empty is nobody. */
export const AssignForm = ({ initial = '', ...props }: FormProps & { initial?: string }) => (
  <OneLine
    {...props}
    label="Assign to"
    action="Assign"
    initial={initial}
    input={{
      maxLength: 100,
      placeholder: 'Name, or leave blank to unassign',
      required: false,
      list: 'assignees',
    }}
  >
    <PeopleList id="assignees" />
  </OneLine>
)

/** Asks for the day by which a step is to be done; empty is none. */
export const DueForm = (props: FormProps & { initial: string }) => (
  <OneLine {...props} label="Due date" action="Save" input={{ type: 'date', required: false }} />
)

type OneLineProps = FormProps & {
  label: string
  action: string
  initial: string
  input: {
    type?: string
    min?: string
    max?: string
    maxLength?: number
    placeholder?: string
    required?: boolean
    list?: string
  }
  children?: ReactNode
}

/** A one-line form in place of the actions; Escape restores them. */
function OneLine({ label, action, initial, input, busy, onSubmit, onCancel, children }: OneLineProps) {
  const [text, setText] = useState(initial)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onSubmit(text)
  }
  return (
    <form onSubmit={submit} className="flex min-w-0 flex-1 flex-wrap items-center gap-2">
      <Input
        ref={focusWhenShown}
        required
        aria-label={label}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return
          // Escape closes the form, not the sheet.
          event.stopPropagation()
          onCancel()
        }}
        className="min-w-0 flex-1 basis-40"
        {...input}
      />
      {children}
      <Button type="submit" variant="primary" disabled={busy}>
        {action}
      </Button>
      <Button variant="ghost" onClick={onCancel}>
        Cancel
      </Button>
    </form>
  )
}
