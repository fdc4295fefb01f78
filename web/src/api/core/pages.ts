import { useCallback, useRef, useState } from 'react'
import useSWR, { mutate } from 'swr'
import {
  address,
  read,
  useMountCount,
  type Answer,
  type Body,
  type GetPath,
  type Parameters,
  type Resource,
} from './resource'

/** The most rows that the server gives at once. */
const maxLimit = 1000

/** A list that grows page by page. */
export type Pages<T> = Resource<T> & {
  loadMore: () => void
  /** The next page is being read. */
  loadingMore: boolean
  /** Why the next page could not be read. */
  moreError: Error | undefined
}

/** The number of rows read so far, by cache key: a reload reads as many. */
const rowCounts = new Map<string, number>()

/** Reads a list of the contract page by page; null parameters wait. */
export function usePages<P extends GetPath>(path: P, params: Parameters<P> | null): Pages<Body<P>> {
  // The list has a cache entry of its own beside that of its first page.
  const key = params === null ? null : `${address(path, params)}#pages`
  useMountCount(key)
  const swr = useSWR<Answer<Body<P>>, Error>(key, () => readAgain(path, params!, key!))
  const reading = useRef<string>(undefined)
  const [more, setMore] = useState<{ key: string | null; error?: Error }>({ key: null })
  const next = swr.data?.next ?? null
  const loadMore = useCallback(() => {
    if (key === null || next === null || reading.current === `${key} ${next}`) return
    reading.current = `${key} ${next}`
    setMore({ key })
    const add = (page: Answer<Body<P>>) =>
      mutate(key, (before?: Answer<Body<P>>) => (before?.next === next ? joined(key, before, page) : before), {
        revalidate: false,
      })
    read(path, withQuery(params!, { cursor: next }))
      .then(add)
      .then(() => setMore({ key: null }))
      .catch((error: Error) => setMore({ key, error }))
      .finally(() => (reading.current = undefined))
  }, [key, next, path, params])
  const revalidate = swr.mutate
  const reload = useCallback(async () => void (await revalidate()), [revalidate])
  const isMine = more.key !== null && more.key === key
  return {
    loading: swr.data === undefined && swr.error === undefined,
    error: swr.data === undefined ? swr.error : undefined,
    data: swr.data?.body,
    total: swr.data?.total ?? null,
    next,
    headers: swr.data?.headers,
    reload,
    loadMore,
    loadingMore: isMine && more.error === undefined,
    moreError: isMine ? more.error : undefined,
  }
}

const withQuery = <P extends GetPath>(params: Parameters<P>, query: { cursor?: string; limit?: number }) =>
  ({ ...params, query: { ...(params as { query?: object }).query, ...query } }) as Parameters<P>

const lengthOf = (body: unknown) => (body as unknown[]).length

function joined<P extends GetPath>(key: string, before: Answer<Body<P>>, page: Answer<Body<P>>) {
  const body = (before.body as unknown[]).concat(page.body as unknown[]) as Body<P>
  rowCounts.set(key, lengthOf(body))
  return { ...page, body, total: page.total ?? before.total, headers: before.headers }
}

/** Reads the first page, and as many of the following rows as were there before, in few requests. */
async function readAgain<P extends GetPath>(path: P, params: Parameters<P>, key: string) {
  const wanted = rowCounts.get(key) ?? 0
  let answer = await read(path, params)
  while (answer.next !== null && lengthOf(answer.body) < wanted) {
    const limit = Math.min(maxLimit, wanted - lengthOf(answer.body))
    // Each page needs the cursor of the one before.
    // oxlint-disable-next-line no-await-in-loop
    answer = joined(key, answer, await read(path, withQuery(params, { cursor: answer.next, limit })))
  }
  return answer
}
