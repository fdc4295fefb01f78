import { useState, type ComponentType } from 'react'
import { lazyPart } from './lazy-part'

/**
 * Like lazyPart, with a function that preloads it. Once loaded, it renders at once: React keeps the fallback
 * of a lazy part for 300 ms.
 */
export function readyPart<P extends object>(load: () => Promise<{ default: ComponentType<P> }>) {
  const Lazy = lazyPart(load)
  let Loaded: ComponentType<P> | undefined
  function Part(props: P) {
    // Never switches while mounted, which would lose its state.
    const [Current] = useState<ComponentType<P>>(() => Loaded ?? Lazy)
    return <Current {...props} />
  }
  return [Part, async () => void (Loaded = (await load()).default)] as const
}
