/** A dash in place of an unknown figure, with the reason as its tooltip. */
export const Unknown = ({ reason = 'No data.' }: { reason?: string | undefined }) => (
  <span title={reason} className="text-ink-3">
    <span aria-hidden="true">–</span>
    <span className="sr-only">Unknown: {reason}</span>
  </span>
)
