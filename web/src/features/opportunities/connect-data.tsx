import type { Crawl } from '@/api/technical'
import { FirstSteps } from '@/start/first-steps'
import type { Start } from '@/start/use-start'
import { Icon } from '@/ui/icons'
import { PageHeader } from '@/ui/page-header'

/** Case (a): the account has neither connections nor insights. The steps to the first opportunity. */
export const ConnectData = ({ start, crawl }: { start: Start; crawl: Crawl | undefined }) => (
  <>
    <PageHeader title="Let's get your data connected">
      {start.stage === 'waiting' ? 'We’re ranking your opportunities.' : 'Three steps to the first result.'}
    </PageHeader>
    {crawl && start.stage !== 'waiting' && <NothingToFix crawl={crawl} />}
    <FirstSteps start={start} />
  </>
)

/** Shown when the newest crawl led to no opportunity. */
const NothingToFix = ({ crawl }: { crawl: Crawl }) => (
  <p className="mb-4 flex items-center gap-2.5 rounded-lg bg-good-soft px-4 py-3 text-good-ink">
    <Icon name="check" className="shrink-0" />
    <span className="min-w-0 wrap-anywhere">We found nothing to fix in {crawl.fileName}.</span>
  </p>
)
