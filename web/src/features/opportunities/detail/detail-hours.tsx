import { useState, type FormEvent } from 'react'
import type { Insight } from '@/api/insights'
import { useMay } from '@/api/core/role'
import { hoursText } from '@/lib/format'
import { Button } from '@/ui/button'
import { focusWhenShown, Input } from '@/ui/forms/field'
import { Icon } from '@/ui/icons'
import { useChanges } from '../use-changes'

/** The server's limits on the hours of an opportunity. */
const [minHours, maxHours] = [0.25, 400]

/** The hours of work, editable in place. */
export function DetailHours({ insight, hours }: { insight: Insight; hours: number }) {
  const { busy, setHours } = useChanges(insight)
  const [text, setText] = useState<string | null>(null)
  const usual = insight.usualHours
  const { edit } = useMay()
  const close = () => setText(null)
  if (!edit) return hoursText(hours)
  if (text === null) {
    return (
      <span className="flex items-center">
        {hoursText(hours)}
        <Button
          size="sm"
          variant="ghost"
          aria-label="Change hours"
          className="-my-1 ml-0.5"
          onClick={() => setText(String(hours))}
        >
          <Icon name="edit" size={14} />
        </Button>
      </span>
    )
  }
  const save = async (to: number | null) => {
    if (await setHours(to)) close()
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    save(Number(text))
  }
  return (
    <form onSubmit={submit} className="flex flex-wrap items-center gap-1.5 pl-1.5 text-base font-normal">
      <Input
        ref={focusWhenShown}
        type="number"
        inputMode="decimal"
        aria-label="Hours of work"
        required
        min={minHours}
        max={maxHours}
        step={0.25}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return
          // Escape closes the box, not the sheet.
          event.stopPropagation()
          close()
        }}
        className="w-24!"
      />
      <Button type="submit" variant="primary" disabled={busy}>
        Save
      </Button>
      <Button variant="ghost" onClick={close}>
        Cancel
      </Button>
      {usual !== undefined && usual !== hours && (
        <Button variant="ghost" disabled={busy} onClick={() => save(null)}>
          Reset to {hoursText(usual)}
        </Button>
      )}
      <p className="basis-full text-xs text-pretty text-ink-3">
        Other opportunities of this type on this site scale with it.
      </p>
    </form>
  )
}
