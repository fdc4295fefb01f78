/** Marks a system that is not production: under the menu if wide, below the content if narrow. */
export const EnvironmentBadge = () => (
  <div className="pointer-events-none mx-4 mb-4 w-fit rounded-full border border-line bg-surface px-2 text-2xs leading-5 font-medium text-ink-3 md:fixed md:bottom-2 md:left-3 md:z-20 md:m-0">
    Dev latest
  </div>
)
