import { api, type Schemas } from '@/api/core/client'
import { refresh, useResource } from '@/api/core/resource'

/** A project of an issue tracker. */
export type Tracker = Schemas['Tracker']
/** An opportunity as an issue of a tracker. */
export type TrackerIssue = Schemas['TrackerIssue']

const trackersPath = '/api/trackers'
const issuesPath = '/api/insights/{id}/issues'

/** The names of the systems. */
export const trackerNames: Record<Tracker['kind'], string> = {
  github: 'GitHub',
  jira: 'Jira',
  linear: 'Linear',
}

/** The issue trackers of the account. */
export function useTrackers() {
  const { data: trackers, ...rest } = useResource(trackersPath, {})
  return { trackers, ...rest }
}

/** The issues of an opportunity; null waits. */
export function useTrackerIssues(insightId: string | null) {
  const { data: issues, ...rest } = useResource(
    issuesPath,
    insightId === null ? null : { path: { id: insightId } },
  )
  return { issues, ...rest }
}

/** Connects a tracker, which is tried first. */
export async function addTracker(
  tracker: Pick<Tracker, 'name' | 'kind' | 'project' | 'baseUrl' | 'email'> & { token: string },
) {
  await api.POST(trackersPath, { body: tracker })
  await refresh(trackersPath)
}

/** Disconnects a tracker. Its issues stay where they are. */
export async function deleteTracker(id: string) {
  await api.DELETE('/api/trackers/{id}', { params: { path: { id } } })
  await refresh(trackersPath)
}

/** Creates an issue of an opportunity. */
export async function createTrackerIssue(insightId: string, trackerId: string) {
  const { data } = await api.POST(issuesPath, { params: { path: { id: insightId } }, body: { trackerId } })
  await refresh(`/api/insights/${insightId}/issues`)
  return data!
}
