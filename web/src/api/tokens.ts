import { api, type Schemas } from '@/api/core/client'
import { refresh, useResource } from '@/api/core/resource'

/** An API token of the account; its secret is not stored. */
export type Token = Schemas['Token']

const address = '/api/tokens'

/** The account's API tokens, newest first. */
export function useTokens() {
  const { data: tokens, ...rest } = useResource(address, {})
  return { tokens, ...rest }
}

/** Creates a token and returns its secret, which cannot be read again. */
export async function createToken(token: { name: string; scope: Token['scope']; expiresInDays?: number }) {
  const { data } = await api.POST(address, { body: token })
  await refresh(address)
  return data!.token
}

/** Revokes a token at once. */
export async function revokeToken(id: string) {
  await api.DELETE('/api/tokens/{id}', { params: { path: { id } } })
  await refresh(address)
}
