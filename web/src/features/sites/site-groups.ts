import type { PortfolioSite } from '@/api/portfolio'
import type { Site } from '@/api/sites'
import { factsOf, isBare, type SiteFact } from '@/portfolio/site-facts'

type StateOf = (site: Site) => PortfolioSite | undefined

/** The sites with data, those that need attention or have most to do first, and those without, by name. */
export function siteGroups(sites: readonly Site[], stateOf: StateOf) {
  const isKnown = (site: Site) => {
    const state = stateOf(site)
    return state === undefined || !isBare(state)
  }
  const troubles = (site: Site, tone: SiteFact['tone']) => {
    const state = stateOf(site)
    return state ? factsOf(state).filter((fact) => fact.tone === tone).length : 0
  }
  const toDo = (site: Site) => stateOf(site)?.insights ?? 0
  return {
    known: sites
      .filter(isKnown)
      .toSorted(
        (a, b) =>
          troubles(b, 'bad') - troubles(a, 'bad') ||
          troubles(b, 'warn') - troubles(a, 'warn') ||
          toDo(b) - toDo(a) ||
          a.name.localeCompare(b.name),
      ),
    bare: sites.filter((site) => !isKnown(site)).toSorted((a, b) => a.name.localeCompare(b.name)),
  }
}
