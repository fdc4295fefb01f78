import { toastFailure } from '@/api/core/failure'
import { setCrawlEvery, type CrawlSettings } from '@/api/crawls/crawling'
import { shortDay } from '@/lib/format'
import { Select } from '@/ui/forms/select'

const labels = { week: 'Every week', day: 'Every day', off: 'Off' } as const

/** How often the site is crawled by itself. */
export function CrawlSchedule({ settings }: { settings: CrawlSettings }) {
  const { siteId, every, nextAt, dailyAllowed } = settings
  const choices = (['week', 'day', 'off'] as const).filter(
    (one) => one !== 'day' || dailyAllowed || every === one,
  )
  const change = async (next: CrawlSettings['every']) => {
    try {
      await setCrawlEvery(siteId, next)
    } catch (error) {
      toastFailure(error, 'Failed to change how often the site is crawled')
    }
  }
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2 border-t border-line pt-3">
      <p className="min-w-0 flex-1 basis-52 text-pretty text-ink-2">
        {nextAt
          ? `Watched for changes. Next crawl on ${shortDay(nextAt)}.`
          : 'Not watched: the site is crawled only when you ask.'}
      </p>
      <Select
        label="Crawl again"
        value={every}
        options={choices.map((value) => ({ value, label: labels[value] }))}
        onChange={(next) => void change(next)}
      />
    </div>
  )
}
