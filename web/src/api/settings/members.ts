import { api, type Schemas } from '@/api/core/client'
import { insightAddresses } from '@/api/core/addresses'
import { address, refresh, useResource } from '@/api/core/resource'
import { rememberAccount } from './arrive'

/** A person of the account. */
export type Member = Schemas['Member']
/** Somebody who is invited. */
export type Invitation = Schemas['Invitation']
/** What a member may do. */
export type Role = Schemas['Role']
/** What an invitation's link offers. */
export type InvitationOffer = Schemas['InvitationOffer']
/** An invitation with its link, which is shown once. */
export type SentInvitation = Schemas['SentInvitation']

/** The people of the account, owners first; not read unless the user may know. */
export function useMembers(allowed = true) {
  const { data: members, ...rest } = useResource('/api/members', allowed ? {} : null)
  return { members, ...rest }
}

/** Who is invited; not read unless the user may know. */
export function useInvitations(allowed: boolean) {
  const { data: invitations, ...rest } = useResource('/api/invitations', allowed ? {} : null)
  return { invitations, ...rest }
}

const refreshPeople = () => refresh('/api/members', '/api/invitations', '/api/auth/user')

/** Changes what a member may do. */
export async function editMember(id: string, role: Role, access?: { siteIds: string[]; clientIds: string[] }) {
  await api.PATCH('/api/members/{id}', { params: { path: { id } }, body: { role, ...access } })
  await refreshPeople()
}

/** How much open work a member has; not read without an id. */
export function useMemberWork(id: string | null) {
  const { data: work } = useResource('/api/members/{id}/work', id === null ? null : { path: { id } })
  return { work }
}

/** Drops what is known of a member's work, which changes on other screens. */
export const forgetMemberWork = (id: string) => refresh(address('/api/members/{id}/work', { path: { id } }))

/** Removes a member; oneself: leaves the account. Open work goes to a member or nobody, or stays. */
export async function removeMember(id: string, workTo?: string) {
  await api.DELETE('/api/members/{id}', { params: { path: { id }, query: workTo ? { workTo } : {} } })
  await Promise.all([refreshPeople(), workTo && refresh(...insightAddresses)])
}

/** Invites somebody; a client with the sites and clients that they see. */
export async function invite(
  email: string,
  role: Role,
  access: { siteIds: string[]; clientIds: string[] },
): Promise<SentInvitation> {
  const body = { email, role, ...(role === 'client' && access) }
  const { data } = await api.POST('/api/invitations', { body })
  await refreshPeople()
  return data!
}

/** Sends an invitation again, with a new link. */
export async function resendInvitation(id: string): Promise<SentInvitation> {
  const { data } = await api.POST('/api/invitations/{id}/resend', { params: { path: { id } } })
  await refreshPeople()
  return data!
}

/** Voids an invitation. */
export async function revokeInvitation(id: string) {
  await api.DELETE('/api/invitations/{id}', { params: { path: { id } } })
  await refreshPeople()
}

/** Becomes a member of the account that sent the invitation, and switches to it. */
export async function acceptInvitation(token: string) {
  const { data } = await api.POST('/api/invitations/{token}/accept', { params: { path: { token } } })
  return data!
}

/** Who invites to what, by the secret of an invitation's link. */
export function useInvitationOffer(token: string) {
  const { data: offer, error } = useResource('/api/invitations/{token}/accept', { path: { token } })
  return { offer, error }
}

/** Whether an account was chosen in this browser. */
export const hasChosenAccount = () => /(^|; )account=/.test(document.cookie)

/** Shows another account of the user from now on, in all tabs of this browser. */
export function switchAccount(id: string) {
  rememberAccount(id)
  localStorage.removeItem('selectedSiteId')
  location.assign('/overview')
}
