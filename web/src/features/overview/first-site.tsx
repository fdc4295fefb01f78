import { Link } from 'wouter'
import { buttonClass } from '@/ui/button'
import { Icon } from '@/ui/icons'

/** The first step of a new user; hidden once there is a site. */
export function FirstSite() {
  return (
    <section
      aria-labelledby="h-first-site"
      className="card mb-4 flex flex-wrap items-center gap-x-4 gap-y-3 p-4"
    >
      <span className="flex size-9 shrink-0 items-center justify-center rounded-lg bg-accent-soft text-accent-ink">
        <Icon name="globe" size={18} />
      </span>
      <div className="min-w-0 flex-1 basis-60">
        <h2 id="h-first-site" className="text-base font-semibold">
          Add your first site
        </h2>
        <p className="text-ink-2">
          Enter a name and a domain. Then connect your data or upload a crawl to see what to fix first.
        </p>
      </div>
      <Link href="/opportunities" className={buttonClass('ghost')}>
        Explore a demo
      </Link>
      <Link href="/sites?add=1" className={buttonClass('primary')}>
        Add a site
      </Link>
    </section>
  )
}
