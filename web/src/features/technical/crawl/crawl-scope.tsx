import type { CrawlOptions } from '@/api/crawls/crawling'
import { Checkbox } from '@/ui/forms/checkbox'
import { ChipsField } from '@/ui/forms/chips-field'
import { Icon } from '@/ui/icons'

/** What a crawl reads of the site. */
export const CrawlScope = ({
  options,
  onChange,
}: {
  options: CrawlOptions
  onChange: (options: CrawlOptions) => void
}) => (
  <details className="group">
    <summary className="hit flex w-fit cursor-pointer list-none items-center gap-1 rounded-sm py-1.5 text-ink-2 hover:text-ink">
      <Icon name="right" size={14} className="text-ink-3 transition-transform group-open:rotate-90" />
      Options
    </summary>
    <div className="grid gap-3 pt-2">
      <ChipsField
        label="Only these paths"
        hint="All below a folder, such as /blog/. * stands for anything, $ for the end."
        placeholder="/blog/"
        values={options.include}
        onChange={(include) => onChange({ ...options, include })}
      />
      <ChipsField
        label="Leave out these paths"
        placeholder="/cart or *.pdf$"
        values={options.exclude}
        onChange={(exclude) => onChange({ ...options, exclude })}
      />
      <ChipsField
        label="Ignore these URL parameters"
        hint="Addresses that differ only in them are one page. * is all parameters."
        placeholder="utm_source"
        values={options.ignoreParameters}
        onChange={(ignoreParameters) => onChange({ ...options, ignoreParameters })}
      />
      <div className="-mx-3">
        <Checkbox
          checked={options.oneHost}
          className="rounded-md"
          onChange={(oneHost) => onChange({ ...options, oneHost })}
        >
          Leave out other subdomains
        </Checkbox>
        <Checkbox
          checked={options.fast}
          className="rounded-md"
          onChange={(fast) => onChange({ ...options, fast })}
        >
          Crawl faster: up to 20 pages a second
        </Checkbox>
        <Checkbox
          checked={!options.withoutScripts}
          className="rounded-md"
          onChange={(run) => onChange({ ...options, withoutScripts: !run })}
        >
          Run JavaScript on pages that are empty without it
        </Checkbox>
      </div>
    </div>
  </details>
)
