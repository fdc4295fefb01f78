import type { ReactNode } from 'react'
import { buttonClass, type ButtonSize, type ButtonVariant } from './button'
import { Icon } from './icons'

/** A download as a plain link: the browser sends the cookies and streams the file. */
export const DownloadLink = ({
  href,
  variant = 'secondary',
  size = 'md',
  onStart,
  children,
}: {
  href: string
  variant?: ButtonVariant
  size?: ButtonSize
  onStart: () => void
  children: ReactNode
}) => (
  <a href={href} download onClick={onStart} className={buttonClass(variant, size)}>
    <Icon name="download" className="-ml-0.5 opacity-80" />
    {children}
  </a>
)
