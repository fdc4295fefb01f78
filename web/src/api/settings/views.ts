import { api, type Schemas } from '@/api/core/client'
import { refresh, useResource } from '@/api/core/resource'

/** How the user wants to see a list: filters, order and columns. */
export type View = Schemas['View']

/** The views that the user saved. */
export function useViews() {
  const { data: views, ...rest } = useResource('/api/views', {})
  return { views, ...rest }
}

/** Saves a view of a screen, in place of the one with its name. */
export const saveView = (view: View) =>
  changeViews((views) => {
    const at = views.findIndex((other) => isSame(other, view))
    return at === -1 ? [...views, view] : views.with(at, view)
  })

/** Deletes a view. */
export const deleteView = (view: View) => changeViews((views) => views.filter((other) => !isSame(other, view)))

const isSame = (a: View, b: View) => a.screen === b.screen && a.name === b.name

/** The server stores a user's views together: they are read first, as another tab may have changed them. */
async function changeViews(change: (views: View[]) => View[]) {
  const { data = [] } = await api.GET('/api/views')
  await api.PUT('/api/views', { body: { views: change(data) } })
  await refresh('/api/views')
}
