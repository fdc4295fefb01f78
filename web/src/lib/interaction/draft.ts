import { useState } from 'react'

const prefix = 'draft '

/** Text that was typed but not sent: it outlives the screen, until it is sent or its author signs out. */
export function useDraft<T>(name: string, initial: T) {
  const key = prefix + name
  const [value, setValue] = useState<T>(() => stored(key) ?? initial)
  function change(to: T) {
    setValue(to)
    sessionStorage.setItem(key, JSON.stringify(to))
  }
  const forget = () => sessionStorage.removeItem(key)
  return [value, change, forget] as const
}

function stored<T>(key: string): T | undefined {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? '') as T
  } catch {
    return undefined
  }
}

/** Forgets every draft: at sign-out. */
export function forgetDrafts() {
  for (const key of Object.keys(sessionStorage)) if (key.startsWith(prefix)) sessionStorage.removeItem(key)
}
