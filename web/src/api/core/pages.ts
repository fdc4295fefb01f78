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
export type Pages<T> = Omit<Resource<T>, 'next'> & { more: MoreRows }

/** What a list does at its end, and while its rows change. */
export type MoreRows = {
  /** There are more rows on the server. */
  hasMore: boolean
  onMore: () => void
  /** The next page is being read. */
  loadingMore: boolean
  /** Why the next page could not be read. */
  moreError: Error | undefined
  /** The rows are those of the order or search before, until others are there. */
  changing: boolean
}

/** An answer, and which key it is of. */
type Page<T> = Answer<T> & { key: string | null }

/** The number of rows read so far, by cache key: a reload reads as many. */
const rowCounts = new Map<string, number>()

/** Reads a list of the contract page by page; null parameters wait. */
export function usePages<P extends GetPath>(path: P, params: Parameters<P> | null): Pages<Body<P>> {
  // The list has a cache entry of its own beside that of its first page.
  const key = params === null ? null : `${address(path, params)}#pages`
  useMountCount(key)
  const swr = useSWR<Page<Body<P>>, Error>(
    key,
    async () => ({ ...(await readAgain(path, params!, key!)), key }),
    { keepPreviousData: true },
  )
  const changing = swr.data?.key !== key
  // Rows stay while the same list is sorted or searched, and never for another list.
  const answer = changing && (swr.error || listOf(swr.data?.key) !== listOf(key)) ? undefined : swr.data
  const reading = useRef<string>(undefined)
  const [more, setMore] = useState<{ key: string | null; error?: Error }>({ key: null })
  const next = changing ? null : (answer?.next ?? null)
  const loadMore = useCallback(() => {
    if (key === null || next === null || reading.current === `${key} ${next}`) return
    reading.current = `${key} ${next}`
    setMore({ key })
    const add = (page: Answer<Body<P>>) =>
      mutate(key, (before?: Page<Body<P>>) => (before?.next === next ? joined(key, before, page) : before), {
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
    loading: answer === undefined && swr.error === undefined,
    error: answer === undefined ? swr.error : undefined,
    data: answer?.body,
    total: answer?.total ?? null,
    headers: answer?.headers,
    reload,
    more: {
      hasMore: next !== null,
      onMore: loadMore,
      loadingMore: isMine && more.error === undefined,
      moreError: isMine ? more.error : undefined,
      changing: changing && answer !== undefined,
    },
  }
}

/** What a key lists, whatever the order and the search. */
const listOf = (key: string | null | undefined) => key?.replace(/&(sort|q)=[^&#]*/g, '')

const withQuery = <P extends GetPath>(params: Parameters<P>, query: { cursor?: string; limit?: number }) =>
  ({ ...params, query: { ...(params as { query?: object }).query, ...query } }) as Parameters<P>

const lengthOf = (body: unknown) => (body as unknown[]).length

function joined<P extends GetPath, A extends Answer<Body<P>>>(
  key: string,
  before: A,
  page: Answer<Body<P>>,
): A {
  const body = (before.body as unknown[]).concat(page.body as unknown[]) as Body<P>
  rowCounts.set(key, lengthOf(body))
  return { ...before, body, total: page.total ?? before.total, next: page.next }
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
