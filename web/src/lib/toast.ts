import { create } from 'zustand'

/** The look of a toast: success, error (the spec's "destructive") or neutral. */
export type ToastTone = 'neutral' | 'good' | 'bad'

/** An action in a toast, such as Undo. */
export type ToastAction = { label: string; run: () => void }

/** A toast; `open` is false while it fades out. */
export type ToastItem = {
  id: number
  title: string
  description: string | undefined
  tone: ToastTone
  action: ToastAction | undefined
  open: boolean
}

type Toasts = {
  current: ToastItem | null
  show: (toast: Pick<ToastItem, 'title' | 'description' | 'tone' | 'action'>) => void
  close: (id: number) => void
}

/** At most one toast is on screen: a new one replaces it. */
export const useToasts = create<Toasts>()((set) => ({
  current: null,
  show: (toast) => set((s) => ({ current: { ...toast, id: (s.current?.id ?? 0) + 1, open: true } })),
  close: (id) => set((s) => (s.current?.id === id ? { current: { ...s.current, open: false } } : s)),
}))

/** Shows a toast; callable outside components too. */
export const toast = (
  title: string,
  options: { description?: string; tone?: ToastTone; action?: ToastAction } = {},
) =>
  useToasts.getState().show({
    title,
    description: options.description,
    tone: options.tone ?? 'neutral',
    action: options.action,
  })
