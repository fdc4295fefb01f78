import type { SiteRules } from '@/api/rules'
import type { Site } from '@/api/sites'
import { Badge } from '@/ui/badges/badge'
import { Button } from '@/ui/button'
import { Card } from '@/ui/card'
import { ChipsField } from '@/ui/forms/chips-field'
import { PatternField } from './pattern-field'
import type { Tuning } from './use-tuning'

type BrandCardProps = { site: Site; rules: SiteRules; tuning: Tuning }

/** The searches that name the brand: they are no opportunities, as these users look for the site anyway. */
export function BrandCard({ site, rules, tuning: { values, errors, change } }: BrandCardProps) {
  return (
    <Card title="Brand" subtitle="Brand searches are excluded from opportunities.">
      <div className="space-y-5 px-4 py-4">
        <ChipsField
          label="Brand terms"
          placeholder="A name customers search for"
          hint="Misspellings and missing spaces are covered. Gray terms are suggested from your site name and domain."
          error={errors['brandTerms']}
          values={values.brandTerms}
          fixed={rules.knownBrand}
          fixedReason="from the site's name and domain"
          onChange={(brandTerms) => change({ brandTerms })}
        />
        {rules.suspectedBrand.length > 0 && <Suspected rules={rules} values={values} change={change} />}
        <ChipsField
          label="Not the brand"
          placeholder="A search that only looks like your brand"
          hint="Searches that look like your brand but mean something else."
          error={errors['notBrand']}
          values={values.notBrand}
          onChange={(notBrand) => change({ notBrand })}
        />
        <PatternField
          siteId={site.id}
          value={values.brandPattern}
          error={errors['brandPattern']}
          onChange={(brandPattern) => change({ brandPattern })}
        />
      </div>
    </Card>
  )
}

/** Searches that look like the brand: they count as such until the user decides. */
const Suspected = ({
  rules: { suspectedBrand },
  values: { brandTerms, notBrand },
  change,
}: Pick<BrandCardProps, 'rules'> & Pick<Tuning, 'values' | 'change'>) => (
  <section aria-label="Suspected brand searches">
    <h3 className="font-medium">Is this your brand?</h3>
    <p className="mb-2 text-xs text-pretty text-ink-3">
      Most clicks on these searches go to your home page. They count as brand unless you change it.
    </p>
    <ul className="max-h-80 divide-y divide-line overflow-y-auto rounded-md border border-line">
      {suspectedBrand.map((query) => {
        const isBrand = brandTerms.includes(query)
        const isNot = notBrand.includes(query)
        const undo = () =>
          change({
            ...(isBrand && { brandTerms: brandTerms.filter((item) => item !== query) }),
            ...(isNot && { notBrand: notBrand.filter((item) => item !== query) }),
          })
        return (
          <li key={query} className="flex flex-wrap items-center gap-x-3 gap-y-1.5 px-3 py-1.5">
            <span className="min-w-32 flex-1 wrap-anywhere">{query}</span>
            {isBrand || isNot ? (
              <span className="flex items-center gap-1.5">
                <Badge tone={isBrand ? 'accent' : 'neutral'}>{isBrand ? 'Brand' : 'Not brand'}</Badge>
                <Button size="sm" variant="ghost" aria-label={`Undo: ${query}`} onClick={undo}>
                  Undo
                </Button>
              </span>
            ) : (
              <span className="flex gap-1.5">
                <Button
                  size="sm"
                  aria-label={`Is brand: ${query}`}
                  onClick={() => change({ brandTerms: [...brandTerms, query] })}
                >
                  Is brand
                </Button>
                <Button
                  size="sm"
                  aria-label={`Not brand: ${query}`}
                  onClick={() => change({ notBrand: [...notBrand, query] })}
                >
                  Not brand
                </Button>
              </span>
            )}
          </li>
        )
      })}
    </ul>
  </section>
)
