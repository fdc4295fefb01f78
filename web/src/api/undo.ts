import type { ToastAction } from '@/lib/toast'
import { toastFailure } from './failure'
import { reopenInsight, type Insight } from './insights'

/** Offers to take an insight that was just closed back to where it stood. */
export const undoClosing = ({ id, status }: Pick<Insight, 'id' | 'status'>): ToastAction => ({
  label: 'Undo',
  run: () =>
    void reopenInsight(id, status).catch((error: unknown) => toastFailure(error, 'Failed to update insight')),
})
