import type { Insight } from '@/api/insights'
import { today } from '@/lib/calendar'

/** Whether an opportunity is still to do after its due day. */
export const isOverdue = ({ status, dueOn }: Insight) =>
  (status === 'open' || status === 'in_progress') && dueOn !== null && dueOn < today()
