import { useState, type ReactNode } from 'react'
import { useInsightRule, type InsightRule, type RuleConstant, type SiteRules } from '@/api/rules'
import { useUrlState } from '@/lib/use-url-state'
import { Button } from '@/ui/button'
import { Sheet, SheetBody, SheetSection, SheetTitle } from '@/ui/overlays/sheet'
import { LoadError } from '@/ui/load-error'
import { OutsideLink } from '@/ui/outside-link'
import { SkeletonRows } from '@/ui/skeleton'
import { TypeIcon } from '@/ui/type-icon'
import { hitRateText } from './types-card'
import { quantity } from './quantity'

/** How the type of insight in the URL's `rule` is found, valued and ranked. */
export function RuleSheet({ rules }: { rules: SiteRules | undefined }) {
  const [{ rule: type }, set] = useUrlState({ rule: '' })
  // Keeps the content while the panel slides out.
  const [lastType, setLastType] = useState(type)
  if (type !== '' && type !== lastType) setLastType(type)
  const close = () => set({ rule: '' })
  return (
    <Sheet open={type !== ''} onClose={close}>
      <div className="flex h-13 shrink-0 items-center justify-end border-b border-line px-3 md:px-4">
        <Button variant="ghost" icon="x" aria-label="Close" onClick={close} />
      </div>
      <SheetBody label="Rule">
        {lastType !== '' && <Rule key={lastType} type={lastType} rules={rules} />}
      </SheetBody>
    </Sheet>
  )
}

function Rule({ type, rules }: { type: string; rules: SiteRules | undefined }) {
  const { rule, error, reload } = useInsightRule(type)
  if (rule) return <RuleBody rule={rule} rules={rules} />
  return (
    <>
      <span className="sr-only">
        <SheetTitle>How it works</SheetTitle>
      </span>
      {error ? <LoadError error={error} onRetry={reload} /> : <SkeletonRows />}
    </>
  )
}

const RuleBody = ({ rule, rules }: { rule: InsightRule; rules: SiteRules | undefined }) => (
  <>
    <div className="flex items-start gap-3 px-5 py-5 md:px-6">
      <TypeIcon type={rule.type} />
      <div className="min-w-0">
        <SheetTitle>{rule.title}</SheetTitle>
        {rules && (
          <p className="text-xs text-ink-3">
            {hitRateText(rules.hitRates.find((item) => item.type === rule.type))}
          </p>
        )}
      </div>
    </div>
    <SheetSection title="What it finds">
      <p className="text-base text-pretty text-ink-2">{rule.finds}</p>
    </SheetSection>
    {rule.formula !== '' && (
      <SheetSection title="How we calculate the value">
        <Formula text={rule.formula} />
      </SheetSection>
    )}
    {rule.constants.length > 0 && (
      <SheetSection title="Thresholds">
        <Constants constants={rule.constants} own={rules?.parameters[rule.type] ?? {}} />
      </SheetSection>
    )}
    {rule.leavesOut.length > 0 && (
      <SheetSection title="What it ignores">
        <Points>{rule.leavesOut}</Points>
      </SheetSection>
    )}
    {rule.needs.length > 0 && (
      <SheetSection title="What it needs">
        <Points>{rule.needs}</Points>
      </SheetSection>
    )}
    {rule.sources.length > 0 && (
      <SheetSection title="Sources">
        <ul className="space-y-1.5">
          {rule.sources.map(({ title, url }) => (
            <li key={url}>
              <OutsideLink url={url} text={title} />
            </li>
          ))}
        </ul>
      </SheetSection>
    )}
  </>
)

/** A formula line by line: its variables, then the calculation. */
const Formula = ({ text }: { text: string }) => (
  <div className="space-y-2.5 rounded-md border border-line bg-sunken px-3.5 py-3">
    {text
      .split('\n')
      .filter((line) => line.trim() !== '')
      .map((line) => {
        const [, name, rest] = /^([^:=]{1,40}?)\s*[:=]\s+(.*)$/.exec(line) ?? []
        return (
          <p key={line} className="wrap-anywhere">
            {name && <b className="block text-xs font-semibold">{name}</b>}
            <span className="text-pretty text-ink-2">{rest ?? line}</span>
          </p>
        )
      })}
  </div>
)

const Constants = ({ constants, own }: { constants: RuleConstant[]; own: Record<string, number> }) => (
  <table className="num w-full">
    <thead className="text-left text-xs text-ink-3">
      <tr>
        <th scope="col" className="pb-1.5 font-medium">
          Number
        </th>
        <th scope="col" className="pb-1.5 pl-4 text-right font-medium">
          Usually
        </th>
        <th scope="col" className="pb-1.5 pl-4 text-right font-medium">
          Here
        </th>
      </tr>
    </thead>
    <tbody className="divide-y divide-line border-t border-line">
      {constants.map(({ name, title, value, unit }) => (
        <tr key={name}>
          <th scope="row" className="py-1.5 text-left font-normal text-pretty">
            {title}
          </th>
          <td className="py-1.5 pl-4 text-right whitespace-nowrap text-ink-2">{quantity(value, unit)}</td>
          <td className="py-1.5 pl-4 text-right whitespace-nowrap">
            {own[name] === undefined ? (
              <span className="text-ink-3">the same</span>
            ) : (
              <b className="font-semibold text-accent-ink">{quantity(own[name], unit)}</b>
            )}
          </td>
        </tr>
      ))}
    </tbody>
  </table>
)

const Points = ({ children }: { children: ReactNode[] }) => (
  <ul className="list-disc space-y-1.5 pl-5 marker:text-ink-3">
    {children.map((point) => (
      <li key={String(point)} className="text-pretty">
        {point}
      </li>
    ))}
  </ul>
)
