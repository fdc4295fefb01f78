import { useState } from 'react'
import { Link } from 'wouter'
import { useMay } from '@/api/core/role'
import type { Site } from '@/api/sites'
import { domainText } from '@/lib/domain'
import { Icon } from '@/ui/icons'
import { Popover } from '@/ui/overlays/popover'
import { SearchField } from '@/ui/forms/search-field'
import { SiteLine } from './site-menu'
import { useSiteChoice } from './use-site-choice'

/** Selects one of many sites by part of its name or domain; Enter takes the first match. */
export function SiteSearch({ sites, selected }: { sites: Site[]; selected: Site }) {
  const [search, setSearch] = useState('')
  const { choose, chooseAll } = useSiteChoice()
  const { isClient } = useMay()
  const query = search.trim().toLowerCase()
  const matches = sites.filter(({ name, domain }) =>
    `${name}\n${domain}\n${domainText(domain)}`.toLowerCase().includes(query),
  )
  return (
    <Popover title="Sites" align="start" onOpen={() => setSearch('')}>
      {(close) => (
        <>
          <form
            className="border-b border-line p-2"
            onSubmit={(event) => {
              event.preventDefault()
              if (query === '' || !matches[0]) return
              choose(matches[0].id)
              close()
            }}
          >
            <SearchField
              label="Search sites"
              placeholder={`Search ${sites.length} sites...`}
              value={search}
              onChange={setSearch}
            />
          </form>
          <ul aria-label="Sites" className="max-h-80 overflow-y-auto p-1">
            {query === '' && !isClient && (
              <li>
                <button
                  type="button"
                  onClick={() => {
                    chooseAll()
                    close()
                  }}
                  className={itemClass}
                >
                  <Icon name="layers" className="shrink-0 text-ink-3" />
                  All sites
                </button>
              </li>
            )}
            {matches.map((site) => (
              <li key={site.id}>
                <button
                  type="button"
                  aria-current={site.id === selected.id || undefined}
                  onClick={() => {
                    choose(site.id)
                    close()
                  }}
                  className={itemClass}
                >
                  <SiteLine site={site} selected={site.id === selected.id} />
                </button>
              </li>
            ))}
            {matches.length === 0 && <li className="px-2 py-3 text-ink-3">No site matches this search.</li>}
          </ul>
          {!isClient && (
            <div className="border-t border-line p-1">
              <Link href="/sites" onClick={close} className={itemClass}>
                <Icon name="settings" className="shrink-0 text-ink-3" />
                Manage Sites
              </Link>
            </div>
          )}
        </>
      )}
    </Popover>
  )
}

const itemClass =
  'flex min-h-8 w-full items-center gap-2.5 rounded-sm px-2 text-left hover:bg-hover focus-visible:-outline-offset-2 pointer-coarse:min-h-11'
