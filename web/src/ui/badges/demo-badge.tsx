import { Badge } from './badge'

/** Marks demo data that could be taken for real data. */
export const DemoBadge = () => (
  <Badge tone="warn">
    {/* On a phone the name of the site needs the room. */}
    Demo<span className="max-sm:sr-only"> data</span>
  </Badge>
)
