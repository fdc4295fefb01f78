import type { FetchOptions, FetchResponse } from 'openapi-fetch'
import type { PathsWithMethod } from 'openapi-typescript-helpers'
import { useCallback, useEffect } from 'react'
import useSWR, { mutate, type SWRConfiguration } from 'swr'
import { api, backgroundFetch } from './client'
import type { paths } from '@/api/schema.gen'

/** Data changes only when a write, an event of the server or the user asks for it. */
export const swrConfig: SWRConfiguration = {
  refreshInterval: 0,
  revalidateIfStale: false,
  revalidateOnFocus: false,
  revalidateOnReconnect: false,
  shouldRetryOnError: false,
  // Requests under way are shared; an answer is not, or what refresh() forgot would come back from it.
  dedupingInterval: 0,
}

type Operation<P extends GetPath> = NonNullable<paths[P]['get']>
type Body<P extends GetPath> = NonNullable<FetchResponse<Operation<P>, object, 'application/json'>['data']>

/** The paths of the contract that can be read. */
export type GetPath = PathsWithMethod<paths, 'get'>
/** The path and query parameters of a read. */
export type Parameters<P extends GetPath> = FetchOptions<Operation<P>>['params']
/** The query parameters of a read. */
export type Query<P extends GetPath> = NonNullable<Operation<P>['parameters']['query']>

/** What a read is about to show, in the order a component shows it: loading, error, then data. */
export type Resource<T> = {
  loading: boolean
  error: Error | undefined
  data: T | undefined
  /** How many there are in all, of a list; null when the server did not say. */
  total: number | null
  /** The cursor of the next page of a list; null on the last. */
  next: string | null
  /** What else the answer says of itself; undefined until there is one. */
  headers: Headers | undefined
  reload: () => Promise<void>
}

type Answer<T> = { body: T; total: number | null; next: string | null; headers: Headers }

/** The address of a read, which is also its key in the cache. */
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

async function read<P extends GetPath>(
  path: P,
  params: Parameters<P>,
  options: { fetch?: typeof backgroundFetch } = {},
): Promise<Answer<Body<P>>> {
  // The pair of a path and its own parameters is checked where a hook calls useResource; here P is open.
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

/** The cursor in the Link header of a list; null on its last page. */
export function nextCursor(link: string | null) {
  const url = link?.match(/<([^>]*)>\s*;\s*rel="?next"?/)?.[1]
  return url === undefined ? null : new URL(url, location.origin).searchParams.get('cursor')
}

/** How many mounted components show each key. */
const shown = new Map<string, number>()

function useShown(key: string | null) {
  useEffect(() => {
    if (key === null) return
    shown.set(key, (shown.get(key) ?? 0) + 1)
    return () => {
      const left = (shown.get(key) ?? 1) - 1
      if (left > 0) shown.set(key, left)
      else shown.delete(key)
    }
  }, [key])
}

/** Reads one address of the contract through the cache; null parameters wait. */
export function useResource<P extends GetPath>(path: P, params: Parameters<P> | null): Resource<Body<P>> {
  const key = params === null ? null : address(path, params)
  useShown(key)
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

const isShown = (key: unknown) => shown.has(key as string)

const begins = (key: string, prefix: string) => key.startsWith(prefix) || `${key}?` === prefix

/**
 * Reads again what is on screen of these addresses, and forgets what is not, so that it is read when shown. An address
 * stands for everything below it; with a question mark at its end, for itself alone under any query or none.
 */
export const refresh = (...prefixes: string[]) => refreshWhere(under(...prefixes))

/** Whether an address is one of these or below one. */
export const under =
  (...prefixes: string[]) =>
  (key: string) =>
    prefixes.some((prefix) => begins(key, prefix))

/** The same with the addresses that are so; those on screen that stay are left as they are. */
export async function refreshWhere(isSo: (key: string) => boolean, stays?: (key: string) => boolean) {
  const concerned = (key: unknown): key is string => typeof key === 'string' && isSo(key)
  await mutate((key) => concerned(key) && !isShown(key), undefined)
  await mutate((key) => concerned(key) && isShown(key) && !stays?.(key))
}

/** Reads an address that is on screen again in the background. What cannot be read stays as it was. */
export async function refreshInBackground<P extends GetPath>(path: P, params: Parameters<P>) {
  const answer = await read(path, params, { fetch: backgroundFetch }).catch(() => undefined)
  const key = address(path, params)
  if (answer && isShown(key)) await mutate(key, answer, { revalidate: false })
}

/**
 * Forgets all that was read and is not on screen. It revalidates as well, here and above, which reads nothing for want
 * of a reader but disowns a request that is still under way: SWR drops the answer of a request older than this, and
 * who shows the key by then must not wait for it.
 */
export const forget = () => mutate(() => true, undefined)
