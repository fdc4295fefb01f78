import { useMemo, useState } from 'react'
import { toastFailure } from '@/api/core/failure'
import {
  editNotificationSettings,
  forgetNextEmail,
  useNotificationSettings,
  type NotificationSettings,
} from '@/api/settings/notifications'
import { useSites } from '@/api/sites'
import { num } from '@/lib/format'
import { browserTimeZone, hours, timeZoneOptions, weekdays } from '@/lib/locale'
import { Button } from '@/ui/button'
import { Card } from '@/ui/card'
import { CheckList } from '@/ui/forms/check-list'
import { Checkbox } from '@/ui/forms/checkbox'
import { LabeledSelect } from '@/ui/forms/field'
import { LoadError } from '@/ui/load-error'
import { SkeletonRows } from '@/ui/skeleton'
import { EmailPreview } from './email-preview'

const frequencies = [
  { value: 'off', label: 'Off' },
  { value: 'instant', label: 'As it happens' },
  { value: 'daily', label: 'Once a day' },
  { value: 'weekly', label: 'Once a week' },
] as const

const change = (changes: Partial<NotificationSettings>) =>
  void editNotificationSettings(changes).catch((error) => toastFailure(error, 'Failed to save the setting'))

/** The user's own emails about alerts. */
export function EmailCard() {
  const { settings, loading, error, reload } = useNotificationSettings()
  return (
    <Card title="Email" subtitle="Alerts always show under the bell. Choose when they also reach your inbox.">
      {loading && <SkeletonRows rows={1} label="Loading your settings" />}
      {error && <LoadError error={error} onRetry={() => void reload()} />}
      {settings && <Fields settings={settings} />}
    </Card>
  )
}

function Fields({ settings }: { settings: NotificationSettings }) {
  const { email, hour, weekday, timeZone, quietFrom, quietTo, siteIds } = settings
  const [previewing, setPreviewing] = useState(false)
  const zones = useMemo(() => timeZoneOptions(timeZone), [timeZone])
  const isQuiet = quietFrom !== null && quietTo !== null
  // Nothing was chosen yet: the server's time zone is that of a site, the person's is that of the browser.
  const isUnset = email === 'off' && hour === 8 && weekday === 1 && !isQuiet
  function preview() {
    void forgetNextEmail()
    setPreviewing(true)
  }
  const digest = email === 'daily' || email === 'weekly'
  return (
    <div className="grid gap-4 px-4 py-4 @md:grid-cols-2">
      <LabeledSelect
        label="Email me"
        value={email}
        options={frequencies}
        onChange={(next) => change({ email: next, ...(isUnset && { timeZone: browserTimeZone() }) })}
      />
      {email !== 'off' && (
        <LabeledSelect
          label="Time zone"
          value={timeZone}
          options={zones}
          onChange={(next) => change({ timeZone: next })}
        />
      )}
      {email === 'weekly' && (
        <LabeledSelect
          label="Day"
          value={String(weekday)}
          options={weekdays}
          onChange={(next) => change({ weekday: Number(next) })}
        />
      )}
      {digest && (
        <LabeledSelect
          label="Time"
          value={String(hour)}
          options={hours}
          onChange={(next) => change({ hour: Number(next) })}
        />
      )}
      {email !== 'off' && <Covered siteIds={siteIds} />}
      {email === 'instant' && (
        <Checkbox
          className="-mx-3 rounded-md @md:col-span-2"
          checked={isQuiet}
          onChange={(on) => change(on ? { quietFrom: 20, quietTo: 8 } : { quietFrom: null, quietTo: null })}
        >
          Hold emails during quiet hours
        </Checkbox>
      )}
      {email === 'instant' && isQuiet && (
        <>
          <LabeledSelect
            label="Quiet from"
            value={String(quietFrom)}
            options={hours}
            onChange={(next) => change({ quietFrom: Number(next) })}
          />
          <LabeledSelect
            label="Quiet until"
            value={String(quietTo)}
            options={hours}
            onChange={(next) => change({ quietTo: Number(next) })}
          />
        </>
      )}
      {email !== 'off' && (
        <div className="flex flex-wrap items-center gap-x-3 gap-y-2 @md:col-span-2">
          <Button size="sm" onClick={preview}>
            Preview the next email
          </Button>
          <span className="text-xs text-pretty text-ink-3">
            No email is sent when there is nothing to report.
          </span>
          <EmailPreview open={previewing} onClose={() => setPreviewing(false)} settings={settings} />
        </div>
      )}
    </div>
  )
}

/** The sites whose alerts are mailed: all that the user sees, or chosen ones. */
function Covered({ siteIds }: { siteIds: readonly string[] }) {
  const { sites = [] } = useSites()
  const [choosing, setChoosing] = useState(siteIds.length > 0)
  if (sites.length < 2) return null
  return (
    <>
      <LabeledSelect
        label="Sites"
        value={choosing ? 'chosen' : 'all'}
        options={[
          { value: 'all', label: `All ${num(sites.length)} sites` },
          { value: 'chosen', label: 'Chosen sites' },
        ]}
        onChange={(next) => {
          setChoosing(next === 'chosen')
          if (next === 'all' && siteIds.length > 0) change({ siteIds: [] })
        }}
      />
      {choosing && (
        <div className="@md:col-span-2">
          <CheckList
            legend="Sites"
            options={sites.map(({ id, name }) => ({ id, name }))}
            chosen={siteIds}
            onChange={(ids) => change({ siteIds: ids })}
          />
          {siteIds.length === 0 && <p className="mt-1 text-xs text-ink-3">All sites until you choose one.</p>}
        </div>
      )}
    </>
  )
}
