import { api, type Schemas } from '@/api/core/client'
import { address, refresh, useResource } from '@/api/core/resource'

/** What somebody said about an opportunity. */
export type Comment = Schemas['Comment']

const listOf = (insightId: string) => address('/api/insights/{id}/comments', { path: { id: insightId } })

/** The comments on an opportunity, oldest first. */
export function useComments(insightId: string) {
  const { data: comments, ...rest } = useResource('/api/insights/{id}/comments', { path: { id: insightId } })
  return { comments, ...rest }
}

/** Comments on an opportunity; the members whom it mentions are told. */
export async function addComment(insightId: string, text: string) {
  await api.POST('/api/insights/{id}/comments', { params: { path: { id: insightId } }, body: { text } })
  await refresh(listOf(insightId), '/api/activity')
}

/** Deletes a comment. */
export async function deleteComment(insightId: string, commentId: string) {
  await api.DELETE('/api/insights/{id}/comments/{commentId}', {
    params: { path: { id: insightId, commentId } },
  })
  await refresh(listOf(insightId))
}
