import { useEffect, useRef } from 'react'
import { create } from 'zustand'

/** A key, or two in a row ("g o"), that does something; "mod+k" is Ctrl+K, or Cmd+K on a Mac. */
export type Shortcut = {
  keys: string
  /** What it does, for the list of shortcuts. */
  label: string
  group: 'Anywhere' | 'Go to' | 'In lists'
  run: () => void
  /** Also works while a dialog is open. */
  inDialog?: boolean
}

const storageKey = 'singleKeyShortcuts'

/** Whether keys without Ctrl or Cmd do something; some people's tools type them (WCAG 2.1.4). */
export const useSingleKeys = create<{ on: boolean }>()(() => ({
  on: localStorage.getItem(storageKey) !== 'off',
}))

export function setSingleKeys(on: boolean) {
  localStorage.setItem(storageKey, on ? 'on' : 'off')
  useSingleKeys.setState({ on })
}

/** What is on screen and has shortcuts, the newest last, which wins. */
const layers: { current: readonly Shortcut[] }[] = []

/** Offers shortcuts while the component is on screen. */
export function useShortcuts(shortcuts: readonly Shortcut[]) {
  const layer = useRef(shortcuts)
  useEffect(() => {
    layer.current = shortcuts
  })
  useEffect(() => {
    layers.push(layer)
    return () => void layers.splice(layers.indexOf(layer), 1)
  }, [])
}

/** Every shortcut of what is on screen, each key once. */
export function activeShortcuts() {
  const seen = new Map<string, Shortcut>()
  for (const layer of layers) for (const shortcut of layer.current) seen.set(shortcut.keys, shortcut)
  return [...seen.values()]
}

/** How long the second key of two may take, in ms. */
const sequenceTimeout = 1_500

/** Listens for shortcuts until the returned function is called. */
export function connectShortcuts() {
  let first: { key: string; at: number } | undefined
  const onKey = (event: KeyboardEvent) => {
    const key = keyOf(event)
    if (key === undefined) return
    const isAfterFirst = first !== undefined && event.timeStamp - first.at < sequenceTimeout
    const keys = isAfterFirst ? `${first!.key} ${key}` : key
    const shortcut = find(keys) ?? find(key)
    first = undefined
    if (shortcut) {
      event.preventDefault()
      shortcut.run()
    } else if (startsSequence(key)) first = { key, at: event.timeStamp }
  }
  document.addEventListener('keydown', onKey)
  return () => document.removeEventListener('keydown', onKey)
}

/** The key as shortcuts name it; undefined where it belongs to what has the focus. */
function keyOf(event: KeyboardEvent) {
  if (event.defaultPrevented || event.isComposing || event.altKey || event.repeat === undefined)
    return undefined
  const withModifier = event.ctrlKey || event.metaKey
  const key = withModifier ? `mod+${event.key.toLowerCase()}` : event.key
  const target = event.target instanceof Element ? event.target : document.body
  if (isTyping(target)) return key === 'mod+k' ? key : undefined
  if (withModifier) return key
  // A dialog that slides out shows what nobody looks at any more.
  if (document.querySelector('[role=dialog] [data-leave]')) return undefined
  // Menus and lists of choices find their items by letters.
  if (target.closest('[role=menu], [role=listbox]')) return undefined
  return useSingleKeys.getState().on || key === 'Escape' ? key : undefined
}

const isTyping = (target: Element) =>
  target.closest('textarea, select, [contenteditable], [role=textbox], [role=slider]') !== null ||
  (target instanceof HTMLInputElement && !['checkbox', 'radio', 'button'].includes(target.type))

const isDialogOpen = () => document.querySelector('[role=dialog]') !== null

const isUsable = ({ inDialog }: Shortcut) => inDialog === true || !isDialogOpen()

const find = (keys: string) =>
  layers.flatMap((layer) => layer.current).findLast((shortcut) => shortcut.keys === keys && isUsable(shortcut))

const startsSequence = (key: string) =>
  layers.some((layer) => layer.current.some(({ keys }) => keys.startsWith(`${key} `)))

/** Whether this is a Mac, whose modifier is Cmd. */
const isMac = /Mac|iPhone|iPad/.test(navigator.userAgent)

/** The keys of a shortcut as they are labelled on the keyboard. */
export const keyLabels = (keys: string) =>
  keys.split(' ').map((key) =>
    key
      .replace('mod+', isMac ? '⌘' : 'Ctrl ')
      .replace(/^Escape$/, 'Esc')
      .replace(/\b[a-z]$/, (k) => k.toUpperCase()),
  )
