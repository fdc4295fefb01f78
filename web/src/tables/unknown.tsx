/** A dash in the place of a figure that nobody knows, with the reason for who asks. */
export const Unknown = ({ reason = 'No source says this.' }: { reason?: string | undefined }) => (
  <span title={reason} className="text-ink-3">
    <span aria-hidden="true">–</span>
    <span className="sr-only">Unknown: {reason}</span>
  </span>
)
