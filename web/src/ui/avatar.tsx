import { useState } from 'react'

type Person = { firstName: string; lastName: string; profileImageUrl: string }

/** The initials of first and last name, else "U". */
export const initialsOf = (user: Pick<Person, 'firstName' | 'lastName'>) =>
  [user.firstName, user.lastName]
    .map((name) => [...name][0] ?? '')
    .join('')
    .toUpperCase() || 'U'

/** The picture of a person, else their initials. */
export function Avatar({ of, className = 'size-7 text-2xs' }: { of: Person; className?: string }) {
  const [broken, setBroken] = useState(false)
  const look = `flex shrink-0 items-center justify-center rounded-full bg-avatar object-cover font-semibold text-white ${className}`
  return of.profileImageUrl && !broken ? (
    <img src={of.profileImageUrl} alt="" onError={() => setBroken(true)} className={look} />
  ) : (
    <span aria-hidden="true" className={look}>
      {initialsOf(of)}
    </span>
  )
}
