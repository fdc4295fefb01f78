import { useEffect } from 'react'

/** Names the document after the screen. */
export function useTitle(title: string) {
  useEffect(() => {
    document.title = `${title} · Upslope`
  }, [title])
}
