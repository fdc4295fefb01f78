import { useBranding } from '@/api/reports'

/** How the head of a report looks: what a client's branding leaves out is the account's. */
export function BrandingPreview({
  client,
  branding,
}: {
  client: string
  branding: { name: string; color: string; logo: string | null }
}) {
  const { branding: account } = useBranding()
  const own = branding.name.trim() !== '' || branding.logo !== null
  const { name, logo } = own ? branding : (account ?? branding)
  const color = branding.color || account?.color || ''
  return (
    <figure>
      <figcaption className="mb-1 text-xs text-ink-3">Preview</figcaption>
      {/* Reports are printed: always on white. */}
      <div
        className="flex items-center gap-3 rounded-md border border-t-4 border-line bg-white p-4 text-[#1b2130]"
        style={{ borderTopColor: /^#[0-9a-f]{6}$/i.test(color) ? color : '#3a5be0' }}
      >
        {logo && <img src={logo} alt="" className="h-10 max-w-32 object-contain" />}
        <div className="min-w-0">
          <p className="truncate text-xs text-[#5b6577]">{name}</p>
          <p className="truncate font-semibold">SEO & Ads Performance Report</p>
          <p className="truncate text-xs text-[#5b6577]">{client.trim() || 'Client'}</p>
        </div>
      </div>
    </figure>
  )
}
