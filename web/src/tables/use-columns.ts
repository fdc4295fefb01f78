import { useMemo } from 'react'
import { toastFailure } from '@/api/core/failure'
import { saveView, useViews } from '@/api/settings/views'

/**
 * The columns of a list that the user wants to see, remembered on the server; without a choice all but those
 * of which no row has anything.
 */
export function useColumns(screen: string, all: readonly { id: string; isEmpty?: boolean }[]) {
  const { views } = useViews()
  const chosen = views?.find((view) => view.screen === screen && view.name === '')?.columns
  // A view may be older than the columns of today.
  const known = all.filter(({ id }) => chosen?.includes(id))
  const key = (known.length > 0 ? known : all.filter(({ isEmpty }) => !isEmpty)).map(({ id }) => id).join(' ')
  const shown = useMemo(() => new Set(key.split(' ')), [key])
  const choose = (columns: string[]) =>
    void saveView({ screen, name: '', query: '', columns }).catch((error: unknown) =>
      toastFailure(error, 'The columns were not saved'),
    )
  return { shown, choose }
}
