import { copy } from '@/lib/interaction/clipboard'
import { Button } from '@/ui/button'

/** A text with a button that copies it. */
export const CopyBox = ({ text, label, copied }: { text: string; label: string; copied: string }) => (
  <div className="flex items-start gap-2 rounded-md border border-line bg-sunken p-2 pl-3">
    <code className="min-w-0 flex-1 self-center text-xs break-all select-all">{text}</code>
    <Button size="sm" icon="copy" aria-label={label} onClick={() => void copy(text, copied)}>
      Copy
    </Button>
  </div>
)
