import { Icon, type IconName } from '@/ui/icons'
import { features, steps } from './content'

export const section = 'mx-auto max-w-6xl px-5 pb-16 lg:pb-28'

/** The title of a section and what it is about. */
export const Heading = ({ title, children }: { title: string; children: string }) => (
  <div className="mb-6 max-w-xl md:mb-10">
    <h2 className="text-3xl font-semibold text-balance">{title}</h2>
    <p className="mt-2 text-base text-pretty text-ink-2">{children}</p>
  </div>
)

const IconTile = ({ icon }: { icon: IconName }) => (
  <span className="flex size-10 shrink-0 items-center justify-center rounded-lg bg-accent-soft text-accent-ink">
    <Icon name={icon} size={20} />
  </span>
)

/** The three steps from data to a fix. */
export const HowItWorks = () => (
  <section id="how-it-works" className={`${section} pt-10 lg:pt-24`}>
    <Heading title="How it works">From your data to a finished fix in three steps.</Heading>
    <ol className="grid gap-4 md:grid-cols-3">
      {steps.map((step, i) => (
        <li key={step.title} className="card relative flex gap-4 rounded-xl p-5 md:block md:p-6">
          <span
            aria-hidden="true"
            className="num absolute top-5 right-6 text-2xl font-semibold tracking-tight text-line-strong"
          >
            {i + 1}
          </span>
          <IconTile icon={step.icon} />
          <div className="md:mt-5">
            <h3 className="pr-8 text-lg font-semibold">{step.title}</h3>
            <p className="mt-1.5 text-base text-pretty text-ink-2">{step.text}</p>
          </div>
        </li>
      ))}
    </ol>
  </section>
)

/** Two screenshots of the app. */
export const Previews = () => (
  <section className={section}>
    <Heading title="Your morning check in one place">
      Where you stand, what to do next, and the evidence behind it.
    </Heading>
    <div className="grid gap-6 lg:grid-cols-2">
      <Preview name="overview" alt="The overview: key figures and the top opportunities of a site">
        The overview: key figures, top opportunities, connections.
      </Preview>
      <Preview name="opportunities" alt="An opportunity opened from the list, with its score and action steps">
        An opportunity: its score, its steps, its evidence.
      </Preview>
    </div>
  </section>
)

const Preview = ({ name, alt, children }: { name: string; alt: string; children: string }) => (
  <figure>
    <picture>
      <source srcSet={`/preview-${name}-dark.webp`} media="(prefers-color-scheme: dark)" />
      <img
        src={`/preview-${name}-light.webp`}
        alt={alt}
        width={1280}
        height={800}
        loading="lazy"
        decoding="async"
        className="h-auto w-full rounded-xl shadow-pop"
      />
    </picture>
    <figcaption className="mt-3 text-ink-2">{children}</figcaption>
  </figure>
)

/** The six features. */
export const Features = () => (
  <section id="features" className={section}>
    <Heading title="Everything points to the next step">
      Search, ads and technical findings on one scale.
    </Heading>
    <ul className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
      {features.map((feature) => (
        <li key={feature.title} className="card flex gap-4 rounded-xl p-5 sm:block sm:p-6">
          <IconTile icon={feature.icon} />
          <div className="sm:mt-5">
            <h3 className="text-base font-semibold">{feature.title}</h3>
            <p className="mt-1 text-pretty text-ink-2">{feature.text}</p>
          </div>
        </li>
      ))}
    </ul>
  </section>
)
