import { Badge } from './badge'

/** Marks demo data that could be taken for real data. */
export const DemoBadge = () => <Badge tone="warn">Demo data</Badge>
