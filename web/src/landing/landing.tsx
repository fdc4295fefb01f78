import { Access, Prices } from './more-sections'
import { Features, HowItWorks, Previews } from './sections'
import { cx } from '@/lib/cx'
import { buttonClass } from '@/ui/button'
import { Icon } from '@/ui/icons'
import { Logo } from '@/ui/logo'
import { promises } from './content'
import { GoogleMark } from '@/ui/google-mark'
import { Showcase } from './showcase'

/** The landing page of signed-out visitors, rendered at build time; it needs no script. */
export const Landing = () => (
  <div className="min-h-dvh overflow-x-clip">
    <Header />
    <main>
      <Hero />
      <HowItWorks />
      <Previews />
      <Features />
      <Access />
      <Prices />
      <Closing />
    </main>
    <Footer />
  </div>
)

const width = 'mx-auto max-w-6xl px-5'

const Header = () => (
  <header className="sticky top-0 z-10 border-b border-line/60 bg-canvas/85 backdrop-blur-md">
    <div className={cx(width, 'flex h-14 items-center gap-6')}>
      <Logo />
      <nav aria-label="On this page" className="hidden gap-1 md:flex">
        <a href="#how-it-works" className={buttonClass('ghost')}>
          How it works
        </a>
        <a href="#features" className={buttonClass('ghost')}>
          Features
        </a>
        <a href="#prices" className={buttonClass('ghost')}>
          Prices
        </a>
        <a href="/api/demo" className={buttonClass('ghost')}>
          Demo
        </a>
      </nav>
      <a href="/api/login" className={cx(buttonClass(), 'ml-auto')}>
        <GoogleMark />
        Sign In with Google
      </a>
    </div>
  </header>
)

const Hero = () => (
  <section className="relative">
    <Slope />
    <div
      className={cx(
        width,
        'relative grid items-center gap-x-14 gap-y-14 pt-14 pb-12 lg:grid-cols-[minmax(0,1fr)_minmax(0,1.06fr)] lg:pt-24 lg:pb-20',
      )}
    >
      <div>
        <h1 className="text-[clamp(2.5rem,1.5rem+3.6vw,4rem)] leading-[1.03] font-semibold tracking-[-0.042em] text-balance">
          Turn Data Into Actionable Insights
        </h1>
        <p className="mt-6 max-w-lg text-lg text-pretty text-ink-2">
          Upslope reads your analytics, search, ads and crawl data and turns it into one ranked list: what to
          fix next, how much it matters, and the steps to do it.
        </p>
        <div className="mt-8 flex flex-wrap gap-3">
          <a href="/api/login" className={cx(buttonClass('primary', 'lg'), 'max-sm:w-full')}>
            Start 14-Day Free Trial
          </a>
          <a href="/api/demo" className={buttonClass('secondary', 'lg')}>
            Look at a demo
          </a>
          <a href="#how-it-works" className={buttonClass('ghost', 'lg')}>
            Learn More
          </a>
        </div>
        <Promises className="mt-6" />
      </div>
      <Showcase />
    </div>
  </section>
)

/** The slope behind the hero. */
const Slope = () => (
  <svg
    aria-hidden="true"
    viewBox="0 0 1440 640"
    preserveAspectRatio="none"
    className="absolute inset-0 size-full text-accent"
  >
    <linearGradient id="slope" x1="0" x2="0" y1="0" y2="1">
      <stop offset="0" stopColor="currentColor" stopOpacity=".1" />
      <stop offset="1" stopColor="currentColor" stopOpacity="0" />
    </linearGradient>
    <path d="M0 632C560 630 920 520 1440 60V640H0z" fill="url(#slope)" />
    <path
      d="M0 632C560 630 920 520 1440 60"
      pathLength="1"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
      opacity=".35"
      vectorEffect="non-scaling-stroke"
      className="show-slope"
    />
  </svg>
)

const Promises = ({ className }: { className?: string }) => (
  <ul className={cx('flex flex-wrap gap-x-5 gap-y-1.5 text-ink-2', className)}>
    {promises.map((promise) => (
      <li key={promise} className="flex items-center gap-1.5">
        <Icon name="check" size={14} className="text-good-ink" />
        {promise}
      </li>
    ))}
  </ul>
)

const Closing = () => (
  <section className={cx(width, 'pb-20 lg:pb-28')}>
    <div className="card flex flex-col items-center rounded-xl px-6 py-14 text-center">
      <h2 className="max-w-xl text-3xl font-semibold text-balance">Know what to fix next</h2>
      <p className="mt-3 max-w-md text-base text-pretty text-ink-2">
        Add your site, upload a crawl or connect your accounts, and start at the top of the list.
      </p>
      <a href="/api/login" className={cx(buttonClass('primary', 'lg'), 'mt-7')}>
        Start 14-Day Free Trial
      </a>
      <Promises className="mt-6 justify-center" />
    </div>
  </section>
)

const Footer = () => (
  <footer className="border-t border-line">
    <div className={cx(width, 'flex flex-wrap items-center gap-x-6 gap-y-3 py-8 text-ink-2')}>
      <Logo />
      <nav aria-label="Footer" className="ml-auto flex flex-wrap gap-x-5 gap-y-2">
        <a href="#how-it-works" className="hover:text-ink">
          How it works
        </a>
        <a href="#features" className="hover:text-ink">
          Features
        </a>
        <a href="#prices" className="hover:text-ink">
          Prices
        </a>
        <a href="/api/demo" className="hover:text-ink">
          Demo
        </a>
        <a href="/api/docs" className="hover:text-ink">
          API docs
        </a>
        <a href="/terms" className="hover:text-ink">
          Terms
        </a>
        <a href="/privacy" className="hover:text-ink">
          Privacy
        </a>
        <a href="/api/login" className="hover:text-ink">
          Sign in
        </a>
      </nav>
    </div>
  </footer>
)
