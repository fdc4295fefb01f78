import { useState } from 'react'
import { useInsights, type Insight } from '@/api/insights'
import type { ReportInsight } from '@/api/reports'
import { amountOf } from '@/lib/insight'
import { Button } from '@/ui/button'
import { TextField } from '@/ui/forms/field'
import { TextArea } from '@/ui/forms/text-area'
import { LoadError } from '@/ui/load-error'
import { Dialog, DialogActions } from '@/ui/overlays/dialog'
import { SkeletonRows } from '@/ui/skeleton'

/** As many as the server takes. */
const most = 20

/** Chooses the opportunities of a report, their order and their words. */
export function ChooseInsightsDialog({
  scope,
  chosen: before,
  onChange,
  onClose,
}: {
  scope: { siteId?: string; clientId?: string }
  chosen: readonly ReportInsight[]
  onChange: (chosen: ReportInsight[]) => void
  onClose: () => void
}) {
  const {
    insights: found,
    loading,
    error,
    reload,
  } = useInsights({ ...scope, status: 'open,in_progress', limit: 100 })
  const [chosen, setChosen] = useState(before)
  const insights = found?.filter(({ leadId }) => !leadId)
  const others = insights?.filter(({ id }) => !chosen.some((one) => one.id === id)) ?? []
  const save = (to: readonly ReportInsight[]) => {
    onChange([...to])
    onClose()
  }
  return (
    <Dialog open wide onClose={onClose} title="Opportunities in the report">
      {loading && <SkeletonRows rows={5} label="Loading the opportunities" />}
      {error && <LoadError error={error} onRetry={() => void reload()} />}
      {insights && (
        <>
          <p className="text-pretty text-ink-2">
            {chosen.length === 0
              ? 'The report shows the first 10, as they are ranked when it is made. Add opportunities to choose them yourself.'
              : 'The report shows these, in this order.'}
          </p>
          <ol className="mt-3 space-y-2">
            {chosen.map((one, at) => (
              <ChosenInsight
                key={one.id}
                one={one}
                insight={insights.find(({ id }) => id === one.id)}
                first={at === 0}
                last={at === chosen.length - 1}
                onChange={(changes) => setChosen(chosen.with(at, { ...one, ...changes }))}
                onMove={(by) => setChosen(chosen.toSpliced(at, 1).toSpliced(at + by, 0, one))}
                onRemove={() => setChosen(chosen.toSpliced(at, 1))}
              />
            ))}
          </ol>
          {others.length > 0 && (
            <section aria-label="Other opportunities" className="mt-4">
              <h3 className="mb-1 font-medium">{chosen.length === 0 ? 'Opportunities' : 'Others'}</h3>
              <ul className="max-h-80 divide-y divide-line overflow-y-auto rounded-md border border-line">
                {others.map((insight) => (
                  <li key={insight.id} className="flex items-center gap-3 px-3 py-1.5">
                    <span className="min-w-0 flex-1">
                      <span className="block text-pretty">{insight.title}</span>
                      {insight.value && (
                        <span className="num block text-xs text-ink-3">
                          {amountOf(insight.value, insight.value.mid)} a month
                        </span>
                      )}
                    </span>
                    <Button
                      size="sm"
                      icon="plus"
                      disabled={chosen.length >= most}
                      aria-label={`Add: ${insight.title}`}
                      onClick={() => setChosen([...chosen, { id: insight.id }])}
                    />
                  </li>
                ))}
              </ul>
            </section>
          )}
          <DialogActions>
            {before.length > 0 && (
              <Button className="mr-auto" onClick={() => save([])}>
                Use the first 10
              </Button>
            )}
            <Button onClick={onClose}>Cancel</Button>
            <Button variant="primary" onClick={() => save(chosen)}>
              Save
            </Button>
          </DialogActions>
        </>
      )}
    </Dialog>
  )
}

/** A chosen opportunity; one that is done or gone meanwhile can only be removed. */
function ChosenInsight({
  one,
  insight,
  first,
  last,
  onChange,
  onMove,
  onRemove,
}: {
  one: ReportInsight
  insight: Insight | undefined
  first: boolean
  last: boolean
  onChange: (changes: Partial<ReportInsight>) => void
  onMove: (by: number) => void
  onRemove: () => void
}) {
  const [rewording, setRewording] = useState(false)
  const title = one.title || insight?.title || 'This opportunity is done or gone'
  return (
    <li className="rounded-md border border-line p-2">
      <div className="flex items-center gap-1">
        <span className="min-w-0 flex-1 px-1 text-pretty">{title}</span>
        <Button
          size="sm"
          variant="ghost"
          icon="up"
          disabled={first}
          aria-label={`Move up: ${title}`}
          onClick={() => onMove(-1)}
        />
        <Button
          size="sm"
          variant="ghost"
          icon="down"
          disabled={last}
          aria-label={`Move down: ${title}`}
          onClick={() => onMove(1)}
        />
        {insight && (
          <Button
            size="sm"
            variant="ghost"
            icon="edit"
            aria-expanded={rewording}
            aria-label={`Reword: ${title}`}
            onClick={() => setRewording(!rewording)}
          />
        )}
        <Button size="sm" variant="ghost" icon="x" aria-label={`Remove: ${title}`} onClick={onRemove} />
      </div>
      {rewording && insight && (
        <div className="mt-2 space-y-2 px-1 pb-1">
          <TextField
            label="Title"
            maxLength={200}
            value={one.title ?? insight.title}
            onChange={(text) => onChange({ title: text })}
          />
          <TextArea
            label="Summary"
            rows={3}
            maxLength={1000}
            value={one.summary ?? insight.summary}
            onChange={(text) => onChange({ summary: text })}
          />
        </div>
      )}
    </li>
  )
}
