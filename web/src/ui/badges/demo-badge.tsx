import { Badge } from './badge'

/** Marks demo data that could be taken for real data. */
export const DemoBadge = ({ short = false }: { short?: boolean }) => (
  <Badge tone="warn">
    {/* On a phone, and in little room, the name of the site needs it. */}
    Demo<span className={short ? 'sr-only' : 'max-sm:sr-only'}> data</span>
  </Badge>
)
