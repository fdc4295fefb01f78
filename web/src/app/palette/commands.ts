import { useLocation } from 'wouter'
import type { Schemas } from '@/api/core/client'
import { undoChange } from '@/api/core/act'
import { edits } from '@/api/core/role'
import { refreshData } from '@/api/integrations'
import { useInsights } from '@/api/insights'
import { selectSite, useSelectedSite } from '@/api/selected-site'
import { useSites } from '@/api/sites'
import { useTable } from '@/api/tables'
import { useChangesMade } from '@/lib/interaction/changes-made'
import { domainText } from '@/lib/domain'
import { toggleTheme } from '@/lib/theme'
import { useDebounced } from '@/lib/interaction/use-debounced'
import type { IconName } from '@/ui/icons'
import { usePalette } from './palette-state'
import { screensOf } from '../screens'

/** An entry of the command palette. */
export type Command = {
  id: string
  group: string
  label: string
  icon: IconName
  /** Tells equal names apart. */
  hint?: string | undefined
  run: () => void
}

/** The server is asked from so many letters on, for so many results of a kind. */
const [minLetters, found] = [2, 5]

/** What the palette offers for a text: what this browser knows at once, the rest once the server answers. */
export function useCommands(user: Schemas['User'] | undefined, text: string) {
  const words = text.toLowerCase().split(/\s+/)
  const matches = ({ label, hint = '' }: Command) => {
    const full = `${label} ${hint}`.toLowerCase()
    return words.every((word) => full.includes(word))
  }
  const local = [...useScreens(user), ...useSiteCommands(), ...useActions(user)].filter(matches)
  const { commands, searching } = useFound(user, text)
  return { commands: [...local, ...commands], searching }
}

function useScreens(user: Schemas['User'] | undefined): Command[] {
  const [, navigate] = useLocation()
  return screensOf(user).map(({ label, icon, paths }) => ({
    id: `screen ${label}`,
    group: 'Screens',
    label,
    icon,
    run: () => navigate(paths[0]),
  }))
}

function useSiteCommands(): Command[] {
  const { sites = [] } = useSites()
  return sites.map(({ id, name, domain }) => ({
    id: `site ${id}`,
    group: 'Sites',
    label: name,
    hint: domainText(domain),
    icon: 'globe',
    run: () => selectSite(id),
  }))
}

const action = (label: string, icon: IconName, run: () => void, hint?: string): Command => ({
  id: `action ${label}`,
  group: 'Actions',
  label,
  icon,
  hint,
  run,
})

function useActions(user: Schemas['User'] | undefined): Command[] {
  const [, navigate] = useLocation()
  const { site } = useSelectedSite()
  const last = useChangesMade(({ changes }) => changes[0])
  const show = usePalette((s) => s.show)
  return [
    ...(last ? [action('Undo', 'refresh', () => void undoChange(last.id), last.label)] : []),
    ...(edits(user)
      ? [
          action('Add a site', 'plus', () => navigate('/sites?add')),
          action('Upload a crawl', 'upload', () => navigate('/technical?upload=true')),
          action('Refresh data', 'refresh', () => void refreshData(site?.id), site?.name),
        ]
      : []),
    ...(user?.role === 'client'
      ? []
      : [action('Plan my hours', 'clock', () => navigate('/opportunities?plan=10'))]),
    action('Switch theme', 'moon', toggleTheme),
    action('Keyboard shortcuts', 'info', () => show('shortcuts')),
  ]
}

/** A page of the selected site by its path, as all share the domain. */
const pathOf = (page: string) => {
  const { pathname, search } = URL.parse(page) ?? { pathname: page, search: '' }
  return pathname + search
}

/** Opportunities, pages and queries of the selected site that the server finds. */
function useFound(user: Schemas['User'] | undefined, text: string) {
  const [, navigate] = useLocation()
  const { site } = useSelectedSite()
  const q = useDebounced(text)
  const asks = site !== undefined && q.length >= minLetters
  const query = asks ? { siteId: site.id, q, limit: found } : null
  const tables = user?.role === 'client' ? null : query
  const insights = useInsights(query)
  const pages = useTable('/api/seo/pages', tables)
  const queries = useTable('/api/seo/queries', tables)
  const reads = [insights, pages, queries]
  const commands: Command[] = !asks
    ? []
    : [
        ...(insights.insights ?? []).map((insight) => ({
          id: insight.id,
          group: 'Opportunities',
          label: insight.title,
          icon: 'target' as const,
          run: () => navigate(`/opportunities?status=all&o=${insight.id}`),
        })),
        ...(pages.rows ?? []).map(({ page }) => ({
          id: `page ${page}`,
          group: 'Pages',
          label: pathOf(page),
          icon: 'file' as const,
          run: () => navigate(`/seo?tab=pages&q=${encodeURIComponent(page)}`),
        })),
        ...(queries.rows ?? []).map((row) => ({
          id: `query ${row.query} ${row.page}`,
          group: 'Queries',
          label: row.query,
          hint: row.page ? pathOf(row.page) : undefined,
          icon: 'search' as const,
          run: () => navigate(`/seo?tab=queries&q=${encodeURIComponent(row.query)}`),
        })),
      ]
  const waits =
    text.length >= minLetters &&
    (q !== text || reads.some((read, i) => read.loading && (i === 0 || tables !== null)))
  return { commands, searching: site !== undefined && waits }
}
