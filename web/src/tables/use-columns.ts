import { useMemo } from 'react'
import { toastFailure } from '@/api/core/failure'
import { saveView, useViews } from '@/api/settings/views'

/** The columns of a list that the user wants to see, remembered on the server. */
export function useColumns(screen: string, all: readonly { id: string }[]) {
  const { views } = useViews()
  const chosen = views?.find((view) => view.screen === screen && view.name === '')?.columns
  const key = (chosen && chosen.length > 0 ? chosen : all.map(({ id }) => id)).join(' ')
  const shown = useMemo(() => new Set(key.split(' ')), [key])
  const choose = (columns: string[]) =>
    void saveView({ screen, name: '', query: '', columns }).catch((error: unknown) =>
      toastFailure(error, 'The columns were not saved'),
    )
  return { shown, choose }
}
