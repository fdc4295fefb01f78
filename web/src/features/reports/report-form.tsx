import type { FormEvent, ReactNode } from 'react'
import type { LinkTerms } from '@/api/links'
import { Button } from '@/ui/button'
import { Card } from '@/ui/card'
import { Checkbox } from '@/ui/forms/checkbox'
import { LabeledSelect, TextField } from '@/ui/forms/field'
import { TextArea } from '@/ui/forms/text-area'
import { TrialInvitation } from '@/ui/plan-notice'
import { LinkFields } from './link-fields'
import { dateRanges, sections, type Report, type ReportErrors } from './report-options'

/** The title, period and sections of a report, and the buttons that make a file or a link of it. */
export function ReportForm({
  report,
  about,
  insights,
  errors,
  terms,
  busy,
  linking,
  onChange,
  onTerms,
  onGenerate,
  onLink,
}: {
  report: Report
  /** Chooses the sites. */
  about: ReactNode
  /** Chooses the opportunities. */
  insights: ReactNode
  errors: ReportErrors
  terms: LinkTerms
  busy: boolean
  linking: boolean
  onChange: (changes: Partial<Report>) => void
  onTerms: (changes: Partial<LinkTerms>) => void
  /** Absent: the report can only be previewed, in the demo. */
  onGenerate: (() => void) | undefined
  /** Absent: the user may not share. */
  onLink: (() => void) | undefined
}) {
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onGenerate?.()
  }
  const sectionError = errors.includeKPIs
  return (
    <Card title="Generate Report">
      <form noValidate onSubmit={submit} className="space-y-4 p-4">
        <TextField
          label="Report title"
          name="title"
          autoComplete="off"
          value={report.title}
          error={errors.title}
          onChange={(title) => onChange({ title })}
        />
        {about}
        <LabeledSelect
          label="Date range"
          value={report.dateRange}
          options={dateRanges}
          error={errors.dateRange}
          onChange={(dateRange) => onChange({ dateRange })}
        />
        <fieldset>
          <legend className="mb-1 font-medium">Include sections</legend>
          <div className="overflow-hidden rounded-md border border-line">
            {sections.map(({ name, label, description }) => (
              <Checkbox
                key={name}
                checked={report[name]}
                onChange={(checked) => onChange({ [name]: checked })}
                className="border-line not-first:border-t"
              >
                <span>
                  <span className="block font-medium">{label}</span>
                  <span className="block text-xs text-ink-3">{description}</span>
                </span>
              </Checkbox>
            ))}
          </div>
          {report.includeInsights && <div className="mt-2">{insights}</div>}
          {sectionError && <p className="mt-1 text-xs text-bad-ink">{sectionError}</p>}
        </fieldset>
        <TextArea
          label="Notes (optional)"
          name="notes"
          rows={4}
          placeholder="Your message to the client. It opens the report."
          value={report.notes}
          error={errors.notes}
          onChange={(notes) => onChange({ notes })}
        />
        {onLink && <LinkFields terms={terms} errors={errors} onChange={onTerms} />}
        {onGenerate ? (
          <div className={onLink ? 'grid grid-cols-2 gap-3' : 'grid'}>
            <Button type="submit" variant="primary" icon="download" busy={busy}>
              {busy ? 'Generating...' : 'Generate PDF'}
            </Button>
            {onLink && (
              <Button icon="link" busy={linking} onClick={onLink}>
                {linking ? 'Creating...' : 'Create Link'}
              </Button>
            )}
          </div>
        ) : (
          <TrialInvitation>to share it as a PDF or a link.</TrialInvitation>
        )}
      </form>
    </Card>
  )
}
