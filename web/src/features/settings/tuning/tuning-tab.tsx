import { Link } from 'wouter'
import { useMay } from '@/api/core/role'
import { useSelectedSite } from '@/api/selected-site'
import { useSiteRules } from '@/api/rules'
import { useSites, type Site } from '@/api/sites'
import { buttonClass } from '@/ui/button'
import { EmptyState } from '@/ui/empty-state'
import { LoadError } from '@/ui/load-error'
import { Skeleton } from '@/ui/skeleton'
import { BrandCard } from './brand-card'
import { ExcludedCard } from './excluded-card'
import { TypesCard } from './types-card'
import { RuleSheet } from './rule-sheet'
import { SaveBar } from './save-bar'
import { useTuning } from './use-tuning'
import { ConversionCard } from './conversion-card'

/** The rules of the selected site, and how each detector works. */
export function TuningTab() {
  const { site, loading, error } = useSelectedSite()
  const { reload } = useSites()
  if (loading) return <LoadingCards />
  if (error) return <LoadError error={error} onRetry={reload} />
  // The key resets what was typed for another site.
  return site ? <SiteTuning key={site.id} site={site} /> : <NoSite />
}

function SiteTuning({ site }: { site: Site }) {
  const { rules, loading, error, reload } = useSiteRules(site.id)
  const tuning = useTuning(site, rules)
  const { edit } = useMay()
  return (
    <>
      <p className="mb-4 max-w-3xl text-pretty text-ink-2">
        {edit ? 'Tell us what your data can’t about ' : 'What the opportunities take into account about '}
        <b className="font-medium text-ink">{site.name}</b>.{edit && ' Saving re-ranks its opportunities.'}
      </p>
      {loading && <LoadingCards />}
      {error && <LoadError error={error} onRetry={reload} />}
      {rules && (
        <div className="space-y-4">
          <fieldset disabled={!edit} className="grid min-w-0 items-start gap-4 @4xl:grid-cols-2">
            <BrandCard site={site} rules={rules} tuning={tuning} />
            <div className="grid gap-4">
              <ConversionCard site={site} tuning={tuning} />
              <ExcludedCard tuning={tuning} />
            </div>
          </fieldset>
          <TypesCard rules={rules} tuning={tuning} />
          <SaveBar tuning={tuning} />
        </div>
      )}
      <RuleSheet rules={rules} />
    </>
  )
}

const LoadingCards = () => (
  <div role="status" aria-label="Loading the tuning" className="grid gap-4 @4xl:grid-cols-2">
    {['brand', 'worth'].map((card) => (
      <Skeleton key={card} className="h-72 rounded-lg" />
    ))}
  </div>
)

const NoSite = () => (
  <div className="card">
    <EmptyState
      icon="globe"
      level="h2"
      title="No Site Selected"
      action={
        <Link href="/sites" className={buttonClass('primary')}>
          Go to Sites
        </Link>
      }
    >
      Pick a site in the header, or add one on the Sites page, to tune its opportunities.
    </EmptyState>
  </div>
)
