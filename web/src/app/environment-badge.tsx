/** Marks a system that is not production. It takes no clicks and uses a gap in the sidebar. */
export const EnvironmentBadge = () => (
  <div className="pointer-events-none fixed bottom-2 left-3 z-20 rounded-full border border-line bg-surface px-2 text-2xs leading-5 font-medium text-ink-3 shadow-card">
    Dev latest
  </div>
)
