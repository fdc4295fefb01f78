import { lazy, type ComponentType } from 'react'

type Load = () => Promise<{ default: ComponentType }>

/** A screen whose code did not load: the connection is gone, or a new version replaced the file. */
export class LoadFailure extends Error {
  override name = 'LoadFailure'
  /** Makes the next look at the screen load it again. */
  readonly renew: () => void
  constructor(renew: () => void) {
    super('The code of a screen could not be loaded.')
    this.renew = renew
  }
}

/** How long to wait before the second attempt, in ms. */
const retryDelay = 400

/** A screen that is loaded when it is first shown: tried twice, and again after `renew` of its failure. */
export function lazyScreen(load: Load): ComponentType {
  // React keeps the rejection of a lazy component for good, so that another one takes its place.
  const attempt = () =>
    lazy(() =>
      loadTwice(load).catch(() => {
        throw new LoadFailure(() => (Loaded = attempt()))
      }),
    )
  let Loaded = attempt()
  return function Screen() {
    const Current = Loaded
    return <Current />
  }
}

const loadTwice = (load: Load) =>
  load().catch(async () => {
    await new Promise((resolve) => setTimeout(resolve, retryDelay))
    return load()
  })
