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
  if (of.profileImageUrl && !broken)
    return (
      <img
        src={of.profileImageUrl}
        alt=""
        onError={() => setBroken(true)}
        className={`shrink-0 rounded-full object-cover ${className}`}
      />
    )
  return (
    <span
      aria-hidden="true"
      className={`flex shrink-0 items-center justify-center rounded-full bg-avatar font-semibold text-white ${className}`}
    >
      {initialsOf(of)}
    </span>
  )
}
