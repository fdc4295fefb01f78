import { useState, type ComponentType } from 'react'
import { lazyPart } from './lazy-part'

/**
 * A part like lazyPart, and what loads it ahead. Once loaded it is shown at once, where a lazy one waits:
 * React keeps the fallback of a lazy part for 300 ms.
 */
export function readyPart<P extends object>(load: () => Promise<{ default: ComponentType<P> }>) {
  const Lazy = lazyPart(load)
  let Loaded: ComponentType<P> | undefined
  function Part(props: P) {
    // As long as it is mounted it stays the same, and so does its state.
    const [Current] = useState<ComponentType<P>>(() => Loaded ?? Lazy)
    return <Current {...props} />
  }
  return [Part, async () => void (Loaded = (await load()).default)] as const
}
