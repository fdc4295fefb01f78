import { api, type Schemas } from '@/api/core/client'
import { refresh, useResource } from '@/api/core/resource'

/** What lets a program make calls for the account; the secret itself is not kept. */
export type Token = Schemas['Token']

const address = '/api/tokens'

/** The account's API tokens, the newest first. */
export function useTokens() {
  const { data: tokens, ...rest } = useResource(address, {})
  return { tokens, ...rest }
}

/** Makes a token and gives its secret, which nobody can read again. */
export async function createToken(token: { name: string; scope: Token['scope']; expiresInDays?: number }) {
  const { data } = await api.POST(address, { body: token })
  await refresh(address)
  return data!.token
}

/** Ends a token at once. */
export async function revokeToken(id: string) {
  await api.DELETE('/api/tokens/{id}', { params: { path: { id } } })
  await refresh(address)
}
