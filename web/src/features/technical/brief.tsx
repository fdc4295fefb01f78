import type { ReactNode } from 'react'
import './page-speed.css'

type BriefProps = { label: string; children: ReactNode }

/** A cell that stands in one line with others, after its short label, where rows are cards. */
export const Brief = ({ label, children }: BriefProps) => (
  <span className="brief inline-flex gap-x-1">
    <span aria-hidden="true" className="text-ink-3 @2xl:hidden">
      {label}
    </span>
    {children}
  </span>
)
