import { useSyncExternalStore } from 'react'
import { windowEvents } from './window-events'

const subscribe = windowEvents('resize')

/** Whether the screen is too narrow for a sidebar, as in `md:` of the styles. */
export const useNarrow = () => useSyncExternalStore(subscribe, () => !matchMedia('(min-width: 768px)').matches)
