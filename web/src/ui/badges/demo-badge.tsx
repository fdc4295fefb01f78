import { Badge } from './badge'

/** Marks demo data that could be taken for real data. */
export const DemoBadge = () => (
  <Badge tone="warn">
    {/* The name of the site beside it needs the room. */}
    Demo<span className="sr-only"> data</span>
  </Badge>
)
