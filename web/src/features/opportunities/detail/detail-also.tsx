import type { Insight } from '@/api/insights'
import { capitalize } from '@/lib/insight'
import { SheetSection } from '@/ui/overlays/sheet'
import { TypeIcon } from '@/ui/type-icon'
import { TypeTitle } from '../type-title'

/** Other findings that the same fix settles: they are not in the list. */
export function DetailAlso({ also }: { also: NonNullable<Insight['also']> }) {
  return (
    <SheetSection title="Also settled by this fix">
      <ul className="space-y-2">
        {also.map(({ type, entity, reason }) => (
          <li key={`${type} ${JSON.stringify(entity)} ${reason}`} className="flex gap-2.5">
            <TypeIcon type={type} small />
            <span className="min-w-0 wrap-anywhere">
              {capitalize(reason)}
              <span className="block text-xs text-ink-3">
                <TypeTitle type={type} />
              </span>
            </span>
          </li>
        ))}
      </ul>
    </SheetSection>
  )
}
