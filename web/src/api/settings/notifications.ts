import { api, type Schemas } from '@/api/core/client'
import { refresh, useResource } from '@/api/core/resource'

/** How the user hears of alerts by email. */
export type NotificationSettings = Schemas['NotificationSettings']
/** The user's next email about alerts. */
export type NextEmail = Schemas['AlertPreview']
/** Whether a kind of alert applies, and from which size on. */
export type AlertRule = Schemas['AlertRule']

const settingsAddress = '/api/notification-settings'
const nextEmailAddress = '/api/notification-settings/preview'
const rulesAddress = '/api/alert-rules'

/** The user's own settings in this account. */
export function useNotificationSettings() {
  const { data: settings, ...rest } = useResource(settingsAddress, {})
  return { settings, ...rest }
}

/** The user's next email about alerts, asked for while it is shown. */
export function useNextEmail(shown: boolean) {
  const { data: email, ...rest } = useResource(nextEmailAddress, shown ? {} : null)
  return { email, ...rest }
}

/** Forgets the next email: alerts come and are read without a word about it. */
export const forgetNextEmail = () => refresh(nextEmailAddress)

/** Changes the given settings. */
export async function editNotificationSettings(changes: Partial<NotificationSettings>) {
  await api.PATCH(settingsAddress, { body: changes })
  await refresh(settingsAddress)
}

/** The account's rules, then those of single sites. */
export function useAlertRules() {
  const { data: rules, ...rest } = useResource(rulesAddress, {})
  return { rules, ...rest }
}

/** Stores a rule of the account in place of the one before. */
export async function putAlertRule({ rule, enabled, percent, value, channels }: AlertRule) {
  await api.POST(rulesAddress, { body: { rule, enabled, percent, value, channels } })
  await refresh(rulesAddress)
}

/** Deletes the rule of one site: the account's applies to it again. */
export async function deleteAlertRule(id: string) {
  await api.DELETE('/api/alert-rules/{id}', { params: { path: { id } } })
  await refresh(rulesAddress)
}
