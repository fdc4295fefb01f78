import { create } from 'zustand'

/** How a toast looks: good news, bad news (the spec's "destructive"), or neither. */
export type ToastTone = 'neutral' | 'good' | 'bad'

/** What can still be done about the news, such as taking it back. */
export type ToastAction = { label: string; run: () => void }

/** One toast: what it says and whether it is still on screen. */
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

/** At most one toast is on screen: a new one takes the place of the one before. */
export const useToasts = create<Toasts>()((set) => ({
  current: null,
  show: (toast) => set((s) => ({ current: { ...toast, id: (s.current?.id ?? 0) + 1, open: true } })),
  close: (id) => set((s) => (s.current?.id === id ? { current: { ...s.current, open: false } } : s)),
}))

/** Shows a toast; callable from anywhere, also outside components. */
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
