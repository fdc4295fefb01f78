import { useState, type ReactNode } from 'react'
import { statuses } from '@/lib/insight'
import { Badge } from '@/ui/badges/badge'
import { Delta } from '@/ui/badges/delta'
import { DemoBadge } from '@/ui/badges/demo-badge'
import { IntegrationBadge } from '@/ui/badges/integration-badge'
import { Level } from '@/ui/badges/level'
import { ScoreBadge } from '@/ui/badges/score-badge'
import { StatusBadge } from '@/ui/badges/status-badge'
import { Button } from '@/ui/button'
import { Card } from '@/ui/card'
import { Sparkline } from '@/ui/charts/sparkline'
import { EmptyState } from '@/ui/empty-state'
import { Checkbox } from '@/ui/forms/checkbox'
import { TextField } from '@/ui/forms/field'
import { SearchField } from '@/ui/forms/search-field'
import { Segmented } from '@/ui/forms/segmented'
import { Select } from '@/ui/forms/select'
import { TextArea } from '@/ui/forms/text-area'
import { Logo } from '@/ui/logo'
import { Meter } from '@/ui/meter'
import { Notice } from '@/ui/notice'
import { Tooltip } from '@/ui/overlays/tooltip'
import { ProviderMark } from '@/ui/provider-mark'
import { SiteMark } from '@/ui/site-mark'
import { Skeleton } from '@/ui/skeleton'
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from '@/ui/table'
import { Tabs } from '@/ui/tabs'

const options = [
  { value: 'one', label: 'One' },
  { value: 'two', label: 'Two' },
] as const

const tabs = options.map(({ value, label }) => ({ value, label, content: <p>{label}</p> }))

/** One of each part, on whatever theme is around it. */
export const Parts = () => (
  <>
    <Group title="Marks">
      <Logo />
      <SiteMark name="Example" />
      <ProviderMark provider="ga4" />
      <ProviderMark provider="gsc" />
      <ProviderMark provider="gads" />
    </Group>
    <Group title="Buttons">
      <Button variant="primary">Primary</Button>
      <Button>Secondary</Button>
      <Button variant="ghost">Ghost</Button>
      <Button variant="danger">Danger</Button>
      <Button size="sm" icon="plus">
        Small
      </Button>
      <Button busy>Busy</Button>
      <Button disabled>Disabled</Button>
      <Tooltip label="A tooltip">
        <Button variant="ghost" icon="info" aria-label="With a tooltip" />
      </Tooltip>
    </Group>
    <Group title="Badges">
      {(['neutral', 'accent', 'good', 'warn', 'bad', 'outline'] as const).map((tone) => (
        <Badge key={tone} tone={tone}>
          {tone}
        </Badge>
      ))}
      <DemoBadge />
      {statuses.map(({ value: status }) => (
        <StatusBadge key={status} status={status} />
      ))}
      {(['connected', 'pending', 'error', 'disconnected'] as const).map((status) => (
        <IntegrationBadge key={status} status={status} />
      ))}
      <ScoreBadge score={91} />
      <ScoreBadge score={55} />
      <ScoreBadge score={20} />
      <Level value={80} />
      <Delta value={0.12} />
      <Delta value={-0.12} />
    </Group>
    <Forms />
    <Group title="Messages">
      <div className="w-full space-y-2">
        <Notice>Something to know.</Notice>
        <Notice tone="good">It worked.</Notice>
        <Notice tone="warn">Something to look at.</Notice>
        <Notice tone="bad">It failed. Try again.</Notice>
      </div>
    </Group>
    <Group title="Progress and figures">
      <div className="w-full space-y-3">
        <Meter label="Progress" percent={40} />
        <Sparkline data={[3, 4, 3, 5, 6, 5, 7]} label="An example" className="h-8 w-40" />
        <Skeleton className="h-4 w-40 [animation:none]" />
      </div>
    </Group>
    <Lists />
  </>
)

const Group = ({ title, children }: { title: string; children: ReactNode }) => (
  <div>
    <h2 className="mb-2 font-semibold">{title}</h2>
    <div className="flex flex-wrap items-center gap-2">{children}</div>
  </div>
)

function Forms() {
  const [text, setText] = useState('')
  const [choice, setChoice] = useState<string>('one')
  const [on, setOn] = useState(true)
  return (
    <Group title="Forms">
      <TextField label="A field" placeholder="example.com" hint="A hint" value={text} onChange={setText} />
      <TextField label="With an error" value="shop" error="Enter a domain" onChange={setText} />
      <SearchField label="Search" placeholder="Search..." value={text} onChange={setText} />
      <Select label="A choice" value={choice} options={options} onChange={setChoice} />
      <Segmented label="A few options" value={choice} options={options} onChange={setChoice} />
      <Checkbox checked={on} onChange={setOn}>
        A checkbox
      </Checkbox>
      <TextArea label="A text" rows={2} value={text} onChange={setText} />
    </Group>
  )
}

function Lists() {
  const [tab, setTab] = useState('one')
  return (
    <>
      <Tabs label="Tabs" value={tab} tabs={tabs} onChange={setTab} />
      <Card title="A card" subtitle="With a table">
        <Table label="A table" minWidth={0}>
          <TableHead>
            <TableHeader>Name</TableHeader>
            <TableHeader align="right">Clicks</TableHeader>
          </TableHead>
          <TableBody>
            <TableRow>
              <TableCell>/tents</TableCell>
              <TableCell align="right">1,234</TableCell>
            </TableRow>
          </TableBody>
        </Table>
      </Card>
      <Card title="An empty card">
        <EmptyState icon="check" title="All caught up" action={<Button>Do something</Button>}>
          New opportunities appear here.
        </EmptyState>
      </Card>
    </>
  )
}
