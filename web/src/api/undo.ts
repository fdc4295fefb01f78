import type { ToastAction } from '@/lib/toast'
import { toastFailure } from '@/api/core/failure'
import { reopenInsights, type Insight } from './insights'

/** Offers to take insights that were just closed back to where they stood. */
export const undoClosing = (...before: Pick<Insight, 'id' | 'status'>[]): ToastAction => ({
  label: 'Undo',
  run: () =>
    void reopenInsights(before).catch((error: unknown) => toastFailure(error, 'Failed to update insight')),
})
