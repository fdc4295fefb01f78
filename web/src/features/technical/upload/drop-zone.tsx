import { useRef, useState, type DragEvent } from 'react'
import { toastFailure } from '@/api/core/failure'
import { cx } from '@/lib/cx'
import { usePreload } from '@/ui/overlays/lazily'
import { crawlFileTypes } from './file-types'

const loadUploader = () => import('./crawl-upload')

/** Where a crawl export is dropped, pasted or chosen. The uploader is loaded when somebody approaches it. */
export function DropZone({ siteId, small }: { siteId: string; small: boolean }) {
  const input = useRef<HTMLInputElement>(null)
  const [over, setOver] = useState(false)
  const [, preload] = usePreload(loadUploader, false)
  const send = (files: FileList | null) => {
    const chosen = [...(files ?? [])]
    if (chosen.length === 0) return
    loadUploader().then(
      ({ sendCrawl }) => sendCrawl(siteId, chosen),
      (error: unknown) => toastFailure(error, 'The upload could not be started'),
    )
  }
  const onDrag = (event: DragEvent) => {
    event.preventDefault()
    preload()
    setOver(true)
  }
  return (
    // Its button does the same by keyboard.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <section
      aria-label="Crawler export"
      onPointerEnter={preload}
      onFocus={preload}
      onDragOver={onDrag}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault()
        setOver(false)
        send(event.dataTransfer.files)
      }}
      onPaste={(event) => send(event.clipboardData.files)}
      className={cx(
        'grid place-items-center rounded-md border border-dashed px-4 text-center text-base font-medium transition-colors',
        over ? 'border-accent bg-accent-soft' : 'border-line-strong bg-sunken hover:border-accent',
        small ? 'h-16' : 'h-36',
      )}
    >
      <span>
        Drop a crawler export here or{' '}
        <button
          type="button"
          onClick={() => input.current?.click()}
          className="hit text-accent-ink hover:underline"
        >
          browse files
        </button>
      </span>
      <input
        ref={input}
        type="file"
        aria-label="Crawler export"
        tabIndex={-1}
        accept={crawlFileTypes.join()}
        className="hidden"
        onChange={(event) => {
          send(event.target.files)
          event.target.value = '' // so that the same file can be chosen again
        }}
      />
    </section>
  )
}
