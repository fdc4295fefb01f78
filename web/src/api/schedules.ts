import { api, type Schemas } from '@/api/core/client'
import { waitForJob } from '@/api/core/jobs'
import { refresh, useResource } from '@/api/core/resource'

/** A report that is e-mailed on a schedule. */
export type ReportSchedule = Schemas['ReportSchedule']
/** The editable fields of a schedule. */
export type ScheduleEdit = Schemas['ReportScheduleEdit']

const address = '/api/report-schedules'

/** The account's schedules, newest first. */
export function useSchedules() {
  const { data: schedules, ...rest } = useResource(address, { query: { limit: 200 } })
  return { schedules, ...rest }
}

/** Adds a schedule. */
export async function addSchedule(schedule: ScheduleEdit) {
  const { data } = await api.POST(address, { body: schedule })
  await refresh(address)
  return data!
}

/** Changes the given fields of a schedule. */
export async function editSchedule(id: string, changes: ScheduleEdit) {
  await api.PATCH('/api/report-schedules/{id}', { params: { path: { id } }, body: changes })
  await refresh(address)
}

export async function deleteSchedule(id: string) {
  await api.DELETE('/api/report-schedules/{id}', { params: { path: { id } } })
  await refresh(address)
}

/** Sends a schedule's report now; returns the result as a sentence. */
export async function sendNow(id: string) {
  try {
    const { data, response } = await api.POST('/api/report-schedules/{id}/send', { params: { path: { id } } })
    const later = (await waitForJob(response)) as { message?: string } | undefined
    return later?.message ?? (data as { message?: string }).message ?? ''
  } finally {
    await refresh(address)
  }
}
