import type { FetchOptions, FetchResponse } from 'openapi-fetch'
import type { PathsWithMethod } from 'openapi-typescript-helpers'
import { useCallback, useEffect } from 'react'
import useSWR, { mutate, SWRConfig, type SWRConfiguration } from 'swr'
import { api, backgroundFetch } from './client'
import type { paths } from '@/api/schema.gen'

/** Data is reloaded only after a write, a server event or a request of the user. */
export const swrConfig: SWRConfiguration = {
  refreshInterval: 0,
  revalidateIfStale: false,
  revalidateOnFocus: false,
  revalidateOnReconnect: false,
  shouldRetryOnError: false,
  // In-flight requests are shared, answers are not: otherwise what refresh() dropped would come back.
  dedupingInterval: 0,
}

type Operation<P extends GetPath> = NonNullable<paths[P]['get']>
/** The body of a GET. */
export type Body<P extends GetPath> = NonNullable<
  FetchResponse<Operation<P>, object, 'application/json'>['data']
>

/** The paths of the contract that have a GET. */
export type GetPath = PathsWithMethod<paths, 'get'>
/** The path and query parameters of a GET. */
export type Parameters<P extends GetPath> = FetchOptions<Operation<P>>['params']
/** The query parameters of a GET. */
export type Query<P extends GetPath> = NonNullable<Operation<P>['parameters']['query']>

/** The result of a read, in the order a component handles it: loading, error, then data. */
export type Resource<T> = {
  loading: boolean
  error: Error | undefined
  data: T | undefined
  /** The size of a list over all its pages; null if the server did not say. */
  total: number | null
  /** The cursor of a list's next page; null on the last one. */
  next: string | null
  /** The headers of the answer; undefined until there is one. */
  headers: Headers | undefined
  reload: () => Promise<void>
}

/** The answer to a read. */
export type Answer<T> = { body: T; total: number | null; next: string | null; headers: Headers }

/** The address of a read, which is also its cache key. */
export function address(path: string, params: { path?: object; query?: object } = {}) {
  const filled = Object.entries(params.path ?? {}).reduce(
    (url, [name, value]) => url.replace(`{${name}}`, encodeURIComponent(String(value))),
    path,
  )
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(params.query ?? {}))
    if (value !== undefined) query.set(name, String(value))
  return query.size > 0 ? `${filled}?${query}` : filled
}

/** Reads an address of the contract once. */
export async function read<P extends GetPath>(
  path: P,
  params: Parameters<P>,
  options: { fetch?: typeof backgroundFetch } = {},
): Promise<Answer<Body<P>>> {
  // useResource checks that a path and its parameters match; P is open here.
  const get = api.GET as unknown as (path: P, init: object) => Promise<{ data: Body<P>; response: Response }>
  const { data, response } = await get(path, { params, ...options })
  const total = response.headers.get('X-Total-Count')
  return {
    body: data,
    total: total === null ? null : Number(total),
    next: nextCursor(response.headers.get('Link')),
    headers: response.headers,
  }
}

/** The cursor in the Link header of a list; null on the last page. */
export function nextCursor(link: string | null) {
  const url = link?.match(/<([^>]*)>\s*;\s*rel="?next"?/)?.[1]
  return url === undefined ? null : new URL(url, location.origin).searchParams.get('cursor')
}

/** The number of mounted components per key. */
const mountCounts = new Map<string, number>()

/** Counts a component that shows an address. */
export function useMountCount(key: string | null) {
  useEffect(() => {
    if (key === null) return
    mountCounts.set(key, (mountCounts.get(key) ?? 0) + 1)
    return () => {
      const count = (mountCounts.get(key) ?? 1) - 1
      if (count > 0) mountCounts.set(key, count)
      else mountCounts.delete(key)
    }
  }, [key])
}

/** Reads an address of the contract through the cache; null parameters wait. */
export function useResource<P extends GetPath>(path: P, params: Parameters<P> | null): Resource<Body<P>> {
  const key = params === null ? null : address(path, params)
  useMountCount(key)
  const swr = useSWR<Answer<Body<P>>, Error>(key, () => read(path, params as Parameters<P>))
  const revalidate = swr.mutate
  const reload = useCallback(async () => void (await revalidate()), [revalidate])
  return {
    loading: swr.data === undefined && swr.error === undefined,
    error: swr.data === undefined ? swr.error : undefined,
    data: swr.data?.body,
    total: swr.data?.total ?? null,
    next: swr.data?.next ?? null,
    headers: swr.data?.headers,
    reload,
  }
}

const isMounted = (key: unknown) => mountCounts.has(key as string)

const matchesPrefix = (key: string, prefix: string) => key.startsWith(prefix) || `${key}?` === prefix

/**
 * Reloads the addresses on screen and drops the others from the cache. An address includes everything below
 * it; with a question mark at its end it means only itself, with or without a query.
 */
export const refresh = (...prefixes: string[]) => refreshWhere(matching(...prefixes))

/** Whether an address is one of the prefixes or below one. */
export const matching =
  (...prefixes: string[]) =>
  (key: string) =>
    prefixes.some((prefix) => matchesPrefix(key, prefix))

/**
 * Changes the answers on screen before the server has: of a list, `change` gives the items that stay. Returns
 * what puts them back.
 */
export function showBeforeAnswer<T extends { id: string }>(
  matches: (key: string) => boolean,
  change: (item: T, query: URLSearchParams) => T | undefined,
) {
  const before = new Map<string, Answer<T | T[]>>()
  const { cache } = SWRConfig.defaultValue
  // Changing an answer that is still on its way would drop it.
  const isThere = (key: string) => cache.get(key)?.data !== undefined
  for (const key of [...mountCounts.keys()].filter((one) => matches(one) && isThere(one))) {
    const query = new URL(key, location.origin).searchParams
    const changed = (answer: Answer<T | T[]> | undefined) => {
      if (answer === undefined) return answer
      before.set(key, answer)
      const { body, total } = answer
      if (!Array.isArray(body)) return { ...answer, body: change(body, query) ?? body }
      const items = body.flatMap((item) => change(item, query) ?? [])
      return { ...answer, body: items, total: total && total - (body.length - items.length) }
    }
    void mutate(key, changed, { revalidate: false })
  }
  return () => {
    for (const [key, answer] of before) void mutate(key, answer, { revalidate: false })
  }
}

/** Reloads by a predicate; addresses on screen that match `stays` are left as they are. */
export async function refreshWhere(matches: (key: string) => boolean, keep?: (key: string) => boolean) {
  const isMatch = (key: unknown): key is string => typeof key === 'string' && matches(key)
  await mutate((key) => isMatch(key) && !isMounted(key), undefined)
  await mutate((key) => isMatch(key) && isMounted(key) && !keep?.(key))
}

/** Reloads an address on screen in the background. The old data stays when that fails. */
export async function refreshInBackground<P extends GetPath>(path: P, params: Parameters<P>) {
  const answer = await read(path, params, { fetch: backgroundFetch }).catch(() => undefined)
  const key = address(path, params)
  if (answer && isMounted(key)) await mutate(key, answer, { revalidate: false })
}

/**
 * Drops everything that is not on screen. As above, revalidating reads nothing without a component, but makes
 * SWR discard requests still under way, so that a component shown later does not wait for their old answers.
 */
export const clearCache = () => mutate(() => true, undefined)
