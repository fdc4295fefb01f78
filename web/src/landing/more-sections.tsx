import { cx } from '@/lib/cx'
import { mostPopular, plans, planTexts } from '@/lib/plans'
import { buttonClass } from '@/ui/button'
import { Icon } from '@/ui/icons'
import { access } from './content'
import { Heading, section } from './sections'

/** What is read from each source; nothing is ever written there. */
export const Access = () => (
  <section id="access" className={section}>
    <Heading title="What we read, and what we never touch">
      Every connection is read-only. Upslope proposes changes; you make them.
    </Heading>
    <div className="card overflow-hidden rounded-xl">
      <ul className="divide-y divide-line">
        {access.map(({ source, reads, never }) => (
          <li key={source} className="grid gap-x-8 gap-y-1 px-6 py-4 md:grid-cols-[12rem_1fr_1fr]">
            <h3 className="text-base font-semibold">{source}</h3>
            <p className="text-pretty text-ink-2">{reads}</p>
            <p className="flex gap-2 text-pretty text-ink-2">
              <Icon name="shield" size={14} className="mt-1 shrink-0 text-good-ink" />
              {never}
            </p>
          </li>
        ))}
      </ul>
    </div>
  </section>
)

/** The plans for sale, with the prices of the server's table. */
export const Prices = () => (
  <section id="prices" className={section}>
    <Heading title="Prices">Per month, for all your sites. Cancel at any time.</Heading>
    <ul className="grid gap-4 md:grid-cols-3">
      {plans.map(({ id, name, price }) => (
        <li
          key={id}
          className={cx(
            'card flex flex-col rounded-xl p-6',
            id === mostPopular && 'border-accent ring-1 ring-accent',
          )}
        >
          <h3 className="text-base font-semibold">{name} plan</h3>
          <p className="text-ink-2">{planTexts[id]?.line}</p>
          <p className="mt-4">
            <span className="num text-3xl font-semibold">${price}</span>
            <span className="text-ink-2"> a month</span>
          </p>
          <ul className="mt-4 mb-6 space-y-1.5 text-ink-2">
            {planTexts[id]?.features.map((feature) => (
              <li key={feature} className="flex gap-2">
                <Icon name="check" size={14} className="mt-1 shrink-0 text-good-ink" />
                {feature}
              </li>
            ))}
          </ul>
          <a
            href="/api/login"
            className={cx(buttonClass(id === mostPopular ? 'primary' : 'secondary', 'lg'), 'mt-auto')}
          >
            Start 14-Day Free Trial
          </a>
        </li>
      ))}
    </ul>
  </section>
)
