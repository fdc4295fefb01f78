import { useEffect, useState } from 'react'
import { ApiError, messageOf } from '@/api/core/error'
import { toastFailure } from '@/api/core/failure'
import { editSiteRules, type SiteRules } from '@/api/rules'
import type { Site } from '@/api/sites'
import { num } from '@/lib/format'
import { toast } from '@/lib/toast'
import { useJob } from '@/lib/use-job'
import { countChanges, applyDraft, editOf, useDraft, type Draft, type Edited } from './draft'
import { validateDraft, type FieldErrors } from './validation'

/** The draft of a site with its errors and actions. */
export type Tuning = {
  /** The rules with the draft applied. */
  values: Edited
  errors: FieldErrors
  /** The number of unsaved changes. */
  changes: number
  change: (changes: Draft) => void
  discard: () => void
  save: () => Promise<void>
  busy: boolean
  progress: ReturnType<typeof useJob>['progress']
}

const noRules: SiteRules = {
  brandTerms: [],
  brandPattern: '',
  notBrand: [],
  suspectedBrand: [],
  knownBrand: [],
  conversionValue: null,
  targetCpa: null,
  excludedPaths: [],
  parameters: {},
  hitRates: [],
}

/** The tuning of a site; until its rules are loaded, of empty ones. */
export function useTuning(site: Site, rules: SiteRules = noRules): Tuning {
  const { draft, change, discard } = useDraft(site.id)
  const [serverErrors, setServerErrors] = useState<FieldErrors>({})
  const { busy, progress, start } = useJob()
  const edit = editOf(rules, draft)
  const changes = edit ? countChanges(edit) : 0
  useLeavingWarning(changes > 0)

  async function save() {
    if (!edit || Object.keys(validateDraft(draft)).length > 0) return
    await start(async (onProgress) => {
      let saved = false
      const onSaved = () => {
        saved = true
        setServerErrors({})
        discard()
      }
      try {
        const changed = await editSiteRules(site.id, edit, onSaved, onProgress)
        toast('Saved and updated', { tone: 'good', description: outcome(changed, site.name) })
      } catch (error) {
        const field = error instanceof ApiError ? error.problem?.field : undefined
        if (saved)
          toastFailure(error, 'Saved. Opportunities could not be updated and will be with the next sync')
        else if (field && error instanceof ApiError) setServerErrors({ [field]: messageOf(error, '') })
        else toastFailure(error, 'Failed to save')
      }
    })
  }
  return {
    values: applyDraft(rules, draft),
    errors: { ...serverErrors, ...validateDraft(draft) },
    changes,
    change: (next) => {
      change(next)
      setServerErrors((before) =>
        Object.fromEntries(Object.entries(before).filter(([field]) => !Object.hasOwn(next, field))),
      )
    },
    discard: () => {
      discard()
      setServerErrors({})
    },
    save,
    busy,
    progress,
  }
}

function outcome(changed: number | undefined, site: string) {
  if (changed === undefined) return `The opportunities of ${site} are being updated.`
  if (changed === 0) return `No opportunities changed for ${site}.`
  return `${num(changed)} ${changed === 1 ? 'opportunity' : 'opportunities'} changed for ${site}.`
}

/**
 * Lets the browser warn before unsaved changes are lost. Another screen of the app keeps them and says so.
 */
function useLeavingWarning(unsaved: boolean) {
  useEffect(() => {
    if (!unsaved) return
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', warn)
    return () => window.removeEventListener('beforeunload', warn)
  }, [unsaved])
}
