import { create } from 'zustand'

type PaletteState = {
  open: 'palette' | 'shortcuts' | null
  show: (what: 'palette' | 'shortcuts') => void
  close: () => void
}

/** Whether the command palette or the list of shortcuts is open. */
export const usePalette = create<PaletteState>()((set) => ({
  open: null,
  show: (open) => set({ open }),
  close: () => set({ open: null }),
}))
