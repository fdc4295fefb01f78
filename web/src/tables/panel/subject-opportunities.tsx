import { Link } from 'wouter'
import type { Drilldown } from '@/api/drilldown'
import { money, num } from '@/lib/format'
import { SheetSection } from '@/ui/overlays/sheet'

/** The open opportunities about a row, each with its first step. */
export const SubjectOpportunities = ({ insights }: { insights: Drilldown['insights'] }) =>
  insights.length > 0 && (
    <SheetSection title="Opportunities" aside={num(insights.length)}>
      <ul className="space-y-3">
        {insights.map(({ id, title, step, value, status }) => (
          <li key={id}>
            <Link
              href={`/opportunities?o=${id}`}
              className="font-medium text-pretty text-accent-ink hover:underline"
            >
              {title}
            </Link>
            <p className="text-pretty text-ink-2">{step}</p>
            <p className="num text-xs text-ink-3">
              {[valueText(value), status === 'in_progress' && 'In progress'].filter(Boolean).join(' · ')}
            </p>
          </li>
        ))}
      </ul>
    </SheetSection>
  )

function valueText(value: Drilldown['insights'][number]['value']) {
  if (!value) return 'Value not estimated'
  return value.unit === 'currency'
    ? `About ${money(value.mid, value.currency ?? 'USD')} a month`
    : `About ${num(Math.round(value.mid))} clicks a month`
}
