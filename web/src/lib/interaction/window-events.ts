/** A subscription to events of the window, for useSyncExternalStore. */
export const windowEvents =
  (...names: string[]) =>
  (run: () => void) => {
    for (const name of names) addEventListener(name, run)
    return () => {
      for (const name of names) removeEventListener(name, run)
    }
  }
