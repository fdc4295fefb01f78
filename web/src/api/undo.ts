import type { ToastAction } from '@/lib/toast'
import { toastFailure } from '@/api/core/failure'
import { reopenInsights, type Insight } from './insights'

/** A toast action that restores the status of insights that were just closed. */
export const undoClosing = (...before: Pick<Insight, 'id' | 'status'>[]): ToastAction => ({
  label: 'Undo',
  run: () =>
    void reopenInsights(before).catch((error: unknown) => toastFailure(error, 'Failed to update insight')),
})
