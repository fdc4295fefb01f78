import { useState, type FormEvent } from 'react'
import { ApiError, messageOf } from '@/api/core/error'
import type { ReportSettings } from '@/api/reports'
import { addSchedule, editSchedule, type ReportSchedule } from '@/api/schedules'
import { hours, weekdays } from '@/lib/locale'
import { toast } from '@/lib/toast'
import { useBusy } from '@/lib/interaction/use-busy'
import { Button } from '@/ui/button'
import { Dialog, DialogActions } from '@/ui/overlays/dialog'
import { LabeledSelect, TextField } from '@/ui/forms/field'
import { Notice } from '@/ui/notice'
import { TextArea } from '@/ui/forms/text-area'
import { dateRanges, sections } from './report-options'
import { frequencies, monthDays, zoneName } from './schedule-text'

const fields = ['title', 'dateRange', 'frequency', 'weekday', 'monthDay', 'hour', 'recipients'] as const

/** The addresses in a text, whatever separates them. */
const addressesOf = (text: string) => text.split(/[\s,;]+/).filter((address) => address !== '')

/** Adds a schedule with the settings of the form, or edits one. */
export function ScheduleDialog({
  schedule,
  settings,
  about,
  timeZone = 'UTC',
  onClose,
}: {
  schedule: ReportSchedule | undefined
  settings: ReportSettings
  about: string
  timeZone: string | undefined
  onClose: () => void
}) {
  const from = schedule ?? settings
  const [draft, setDraft] = useState({
    title: from.title,
    dateRange: from.dateRange,
    frequency: schedule?.frequency ?? 'weekly',
    weekday: schedule?.weekday ?? 1,
    monthDay: schedule?.monthDay ?? 1,
    hour: schedule?.hour ?? 8,
    recipients: (schedule?.recipients ?? []).join('\n'),
  })
  const [errors, setErrors] = useState<Record<string, string>>({})
  const [busy, run] = useBusy()
  const change = (changes: Partial<typeof draft>) => {
    setDraft((before) => ({ ...before, ...changes }))
    setErrors({})
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void run(async () => {
      setErrors({})
      const edit = { ...draft, recipients: addressesOf(draft.recipients) }
      try {
        if (schedule) await editSchedule(schedule.id, edit)
        else await addSchedule({ ...settings, ...edit })
        toast(schedule ? 'Schedule saved' : 'Report scheduled', { tone: 'good' })
        onClose()
      } catch (error) {
        const field = error instanceof ApiError ? error.problem?.field : undefined
        const errorField = fields.some((name) => name === field) ? field! : 'form'
        setErrors({ [errorField]: messageOf(error, 'The schedule could not be saved.') })
      }
    })
  }
  const included = sections.filter(({ name }) => from[name]).map(({ label }) => label)
  return (
    <Dialog open onClose={onClose} title={schedule ? 'Edit schedule' : 'Schedule the report'}>
      <form noValidate onSubmit={submit} className="space-y-4">
        <TextField
          label="Report title"
          autoComplete="off"
          value={draft.title}
          error={errors.title}
          hint={`About ${about}. ${included.length > 0 ? `With ${included.join(', ')}.` : ''}`}
          onChange={(title) => change({ title })}
        />
        <div className="grid grid-cols-2 gap-3">
          <LabeledSelect
            label="Date range"
            value={draft.dateRange}
            options={dateRanges}
            error={errors.dateRange}
            onChange={(dateRange) => change({ dateRange })}
          />
          <LabeledSelect
            label="How often"
            value={draft.frequency}
            options={frequencies}
            error={errors.frequency}
            onChange={(frequency) => change({ frequency })}
          />
          {draft.frequency === 'weekly' ? (
            <LabeledSelect
              label="Day"
              value={String(draft.weekday)}
              options={weekdays}
              error={errors.weekday}
              onChange={(weekday) => change({ weekday: Number(weekday) })}
            />
          ) : (
            <LabeledSelect
              label="Day of the month"
              value={String(draft.monthDay)}
              options={monthDays}
              error={errors.monthDay}
              onChange={(monthDay) => change({ monthDay: Number(monthDay) })}
            />
          )}
          <LabeledSelect
            label="Time"
            value={String(draft.hour)}
            options={hours}
            error={errors.hour}
            onChange={(hour) => change({ hour: Number(hour) })}
          />
          <p className="col-span-2 -mt-2 text-xs text-ink-3">{zoneName(timeZone)}</p>
        </div>
        <div>
          <TextArea
            label="Recipients"
            rows={3}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            placeholder="client@example.com"
            value={draft.recipients}
            error={errors.recipients}
            onChange={(recipients) => change({ recipients })}
          />
          <p className="mt-1 text-xs text-ink-3">
            Up to 10 email addresses, one per line. Each can unsubscribe without signing in.
          </p>
        </div>
        {errors.form && <Notice tone="bad">{errors.form}</Notice>}
        <DialogActions>
          <Button onClick={onClose} disabled={busy}>
            Cancel
          </Button>
          <Button type="submit" variant="primary" busy={busy}>
            {schedule ? 'Save' : 'Schedule'}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
