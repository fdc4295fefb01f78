import { lazy, type ComponentType } from 'react'

type Load = () => Promise<{ default: ComponentType }>

/** A screen whose code could not be loaded: the connection is gone, or a new version has replaced the file. */
export class LoadFailure extends Error {
  override name = 'LoadFailure'
}

/** How long to wait before the second attempt, in ms. */
const retryDelay = 400

/** A screen that is loaded when it is first shown: tried twice, and once more each time it is shown again. */
export function lazyScreen(load: Load): ComponentType {
  const attempt = () => lazy(() => loadTwice(load).catch(failed))
  let Loaded = attempt()
  // React keeps the rejection of a lazy component for good, so that another one takes its place.
  function failed(): never {
    Loaded = attempt()
    throw new LoadFailure()
  }
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
