import { useRef, useState } from 'react'
import { Button } from '@/ui/button'

const maxLogoBytes = 1 << 20 // bytes, the server's limit

/** An image as a data URL; null is none. */
export function LogoField({
  logo,
  error,
  onChange,
}: {
  logo: string | null
  error?: string | undefined
  onChange: (logo: string | null) => void
}) {
  const input = useRef<HTMLInputElement>(null)
  const [localError, setLocalError] = useState('')
  async function readLogo(file: File | undefined) {
    if (!file) return
    if (file.size > maxLogoBytes) {
      setLocalError('The logo is too large. Use an image of up to 1 MB.')
      return
    }
    setLocalError('')
    onChange(await dataURL(file))
  }
  const message = localError || error
  return (
    <div>
      <span className="mb-1 block font-medium">Logo</span>
      <div className="flex items-center gap-3 rounded-md border border-line p-3">
        {logo ? (
          <img src={logo} alt="Your logo" className="h-12 max-w-40 rounded-sm bg-white object-contain p-1" />
        ) : (
          <span className="text-ink-3">No logo yet</span>
        )}
        <span className="flex-1" />
        <Button size="sm" icon="upload" onClick={() => input.current?.click()}>
          {logo ? 'Replace' : 'Choose'}
        </Button>
        {logo && (
          <Button
            size="sm"
            variant="ghost"
            icon="trash"
            aria-label="Remove the logo"
            onClick={() => onChange(null)}
          />
        )}
      </div>
      <input
        ref={input}
        type="file"
        aria-label="Logo"
        accept="image/png,image/jpeg,image/gif"
        className="sr-only"
        tabIndex={-1}
        onChange={(event) => {
          void readLogo(event.target.files?.[0])
          event.target.value = ''
        }}
      />
      <p className="mt-1 text-xs text-ink-3">A PNG, JPEG or GIF of up to 1 MB.</p>
      {message && <p className="mt-1 text-xs text-bad-ink">{message}</p>}
    </div>
  )
}

const dataURL = (file: File) =>
  new Promise<string>((resolve, reject) => {
    const reader = new FileReader()
    reader.addEventListener('load', () => resolve(String(reader.result)))
    reader.addEventListener('error', () => reject(reader.error ?? new Error('The file could not be read.')))
    reader.readAsDataURL(file)
  })
