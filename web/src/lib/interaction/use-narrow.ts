import { useSyncExternalStore } from 'react'

const query = '(max-width: 767px)'

/** Whether the screen has no sidebar: what belongs elsewhere in reading order there, not only in place. */
export const useNarrow = () => useSyncExternalStore(subscribe, () => matchMedia(query).matches)

function subscribe(onChange: () => void) {
  const media = matchMedia(query)
  media.addEventListener('change', onChange)
  return () => media.removeEventListener('change', onChange)
}
