import { useFixes, type Insight } from '@/api/insights'
import { copy } from '@/lib/interaction/clipboard'
import { num } from '@/lib/format'
import { useShortcuts } from '@/lib/interaction/shortcuts'
import { Button } from '@/ui/button'
import { Tooltip } from '@/ui/overlays/tooltip'

type DetailHeaderProps = {
  id: string
  insight: Insight | undefined
  list: Insight[]
  onOpen: (id: string) => void
  onClose: () => void
}

/** The position of the open opportunity in the list, links to its neighbors, and copy actions. */
export function DetailHeader({ id, insight, list, onOpen, onClose }: DetailHeaderProps) {
  const { fixes } = useFixes(id)
  const ticket = fixes?.find((fix) => fix.kind === 'ticket')
  const at = list.findIndex((item) => item.id === id)
  const previous = list[at - 1]
  const next = at === -1 ? undefined : list[at + 1]
  const step = (to: Insight | undefined) => to && onOpen(to.id)
  useShortcuts([
    { keys: 'j', label: 'Next', group: 'In lists', inDialog: true, run: () => step(next) },
    { keys: 'k', label: 'Previous', group: 'In lists', inDialog: true, run: () => step(previous) },
  ])
  return (
    <div className="flex h-13 shrink-0 items-center border-b border-line px-3 md:px-4">
      {at !== -1 && (
        <span className="num ml-1.5 text-ink-3">
          {num(at + 1)} of {num(list.length)}
        </span>
      )}
      <div className="ml-auto flex items-center gap-0.5">
        <Button
          variant="ghost"
          icon="up"
          aria-label="Previous opportunity"
          disabled={!previous}
          onClick={() => step(previous)}
        />
        <Button
          variant="ghost"
          icon="down"
          aria-label="Next opportunity"
          disabled={!next}
          onClick={() => step(next)}
        />
        <span className="mx-1.5 h-4 w-px bg-line" />
        {insight && (
          <Tooltip label="Copy as a ticket">
            <Button
              variant="ghost"
              icon="copy"
              aria-label="Copy as a ticket"
              disabled={!ticket}
              onClick={() =>
                ticket &&
                copy(
                  `${ticket.content.trimEnd()}\n\n[Open in Upslope](${location.href})\n`,
                  'Ticket copied',
                  'Paste it into your tracker.',
                )
              }
            />
          </Tooltip>
        )}
        <Tooltip label="Copy link">
          <Button
            variant="ghost"
            icon="link"
            aria-label="Copy link"
            onClick={() => copy(location.href, 'Link copied', 'It opens this opportunity.')}
          />
        </Tooltip>
        <Button variant="ghost" icon="x" aria-label="Close" onClick={onClose} />
      </div>
    </div>
  )
}
