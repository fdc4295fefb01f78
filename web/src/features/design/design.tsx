import { PageHeader } from '@/ui/page-header'
import { Parts } from './parts'

/** Every part of the design system, in both themes side by side. On development machines only. */
export const Design = () => (
  <>
    <PageHeader title="Design">Every part of web/src/ui in both themes</PageHeader>
    <div className="grid gap-4 @4xl:grid-cols-2">
      {(['light', 'dark'] as const).map((theme) => (
        <section
          key={theme}
          aria-label={`${theme} theme`}
          data-theme={theme}
          className="@container min-w-0 space-y-6 rounded-xl border border-line bg-canvas p-4 text-ink"
        >
          <Parts />
        </section>
      ))}
    </div>
  </>
)
