import { useState, type FormEvent } from 'react'
import { addSiteNote } from '@/api/changes'
import { ApiError } from '@/api/core/error'
import { toastFailure } from '@/api/core/failure'
import type { Site } from '@/api/sites'
import { todayIn } from '@/lib/calendar'
import { useDraft } from '@/lib/interaction/draft'
import { toast } from '@/lib/toast'
import { useBusy } from '@/lib/interaction/use-busy'
import { Button } from '@/ui/button'
import { Dialog, DialogActions } from '@/ui/overlays/dialog'
import { TextField } from '@/ui/forms/field'
import { TextArea } from '@/ui/forms/text-area'

type Errors = { day?: string | undefined; text?: string | undefined }

/** Asks for a change on the site and its day. */
export function NoteDialog({ site, open, onClose }: { site: Site; open: boolean; onClose: () => void }) {
  return (
    <Dialog open={open} onClose={onClose} title="Add note">
      {open && <NoteForm site={site} onClose={onClose} />}
    </Dialog>
  )
}

function NoteForm({ site, onClose }: { site: Site; onClose: () => void }) {
  const [day, setDay] = useState(() => todayIn(site.timeZone))
  const [text, setText, forget] = useDraft(`note of ${site.id}`, '')
  const [errors, setErrors] = useState<Errors>({})
  const [busy, run] = useBusy()

  async function save(event: FormEvent) {
    event.preventDefault()
    const found = {
      ...(day === '' && { day: 'Choose a day.' }),
      ...(text.trim() === '' && { text: 'Describe the change.' }),
    }
    setErrors(found)
    if (Object.keys(found).length > 0) return
    await run(async () => {
      try {
        await addSiteNote(site.id, { day, text: text.trim() })
        toast('Note added', { tone: 'good', description: 'It appears as a marker on your charts.' })
        forget()
        onClose()
      } catch (error) {
        const field = error instanceof ApiError ? error.problem?.field : undefined
        if (error instanceof ApiError && (field === 'day' || field === 'text'))
          setErrors({ [field]: error.detail })
        else toastFailure(error, 'Failed to add the note')
      }
    })
  }
  return (
    <form noValidate onSubmit={(event) => void save(event)} className="space-y-4">
      <TextField
        label="Day"
        type="date"
        value={day}
        error={errors.day}
        onChange={(value) => {
          setDay(value)
          setErrors(({ day: _removed, ...others }) => others)
        }}
      />
      <TextArea
        label="What changed"
        data-autofocus
        rows={3}
        maxLength={1000}
        placeholder="New checkout, prices raised by 5%, campaign started..."
        value={text}
        error={errors.text}
        onChange={(value) => {
          setText(value)
          setErrors(({ text: _removed, ...others }) => others)
        }}
      />
      <DialogActions>
        <Button onClick={onClose} disabled={busy}>
          Cancel
        </Button>
        <Button type="submit" variant="primary" busy={busy}>
          Add note
        </Button>
      </DialogActions>
    </form>
  )
}
