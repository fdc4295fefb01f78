/** The tags of sites, each once whatever its case, in alphabetical order. */
export function tagsOf(sites: readonly { tags: readonly string[] }[]): string[] {
  const found = new Map<string, string>()
  for (const tag of sites.flatMap((site) => site.tags))
    if (!found.has(tag.toLowerCase())) found.set(tag.toLowerCase(), tag)
  return [...found.values()].toSorted((a, b) => a.localeCompare(b))
}

/** Whether a site has a tag, in any case; every site has the empty one. */
export const hasTag = (site: { tags: readonly string[] }, tag: string) =>
  tag === '' || site.tags.some((one) => one.toLowerCase() === tag.toLowerCase())
