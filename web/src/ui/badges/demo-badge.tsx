import { Badge } from './badge'

/** Stands wherever the data of a demo site could be taken for measured. */
export const DemoBadge = () => <Badge tone="warn">Demo data</Badge>
