import {
  createContext,
  createElement,
  Suspense,
  useContext,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  type ComponentProps,
  type ComponentType,
  type ReactNode,
} from 'react'

type ButtonProps = ComponentProps<'button'>

/** What menus and popovers render as their button: in LazyTrigger, a stand-in for the one that is there. */
export const TriggerContext = createContext<'button' | ComponentType<ButtonProps>>('button')

/** The button of a menu or popover. */
export const Trigger = (props: ButtonProps) => createElement(useContext(TriggerContext), props)

const openingKeys = new Set(['Enter', ' ', 'ArrowDown', 'ArrowUp'])

type LazyTriggerProps = Omit<ButtonProps, 'children'> & {
  button: ReactNode
  /** Loads the code of the children. */
  load: () => Promise<unknown>
  /** One menu or popover, lazy. It takes over the button, whose look and name stay as they are here. */
  children: ReactNode
}

/**
 * A button whose menu or popover is loaded when the browser is idle, or as soon as somebody approaches it.
 * A press that comes earlier opens it when it is there.
 */
export function LazyTrigger({ button, load, children, ...look }: LazyTriggerProps) {
  const [loaded, preload] = usePreload(load)
  const [pressed, setPressed] = useState(false)
  const [given, setGiven] = useState<ButtonProps>()
  const [StandIn] = useState(() => standInOf(setGiven))
  const early = useRef<Press>(undefined)
  const ready = given !== undefined
  useEffect(() => {
    if (ready && early.current) repeat(early.current)
  }, [ready])
  function press(on: HTMLButtonElement, key?: string) {
    early.current = { on, key }
    setPressed(true)
  }
  const waiting: ButtonProps = {
    'aria-expanded': false,
    onPointerEnter: preload,
    onPointerDown: preload,
    onFocus: preload,
    onClick: (event) => press(event.currentTarget),
    onKeyDown: (event) => {
      if (event.key === 'Escape') early.current = undefined
      if (!openingKeys.has(event.key)) return
      event.preventDefault()
      press(event.currentTarget, event.key)
    },
    // Firefox clicks when the space bar is released.
    onKeyUp: (event) => event.key === ' ' && event.preventDefault(),
    onBlur: () => (early.current = undefined),
  }
  return (
    <>
      <button {...(given ?? waiting)} type="button" {...look}>
        {button}
      </button>
      {(loaded || pressed) && (
        <Suspense fallback={null}>
          <TriggerContext value={StandIn}>{children}</TriggerContext>
        </Suspense>
      )}
    </>
  )
}

/** Gives away the props it is rendered with, and renders nothing. */
const standInOf = (give: (props: ButtonProps) => void) =>
  function StandIn(props: ButtonProps) {
    useLayoutEffect(() => give(props))
    return null
  }

/** A press of a button, by a key unless by a click. */
type Press = { on: HTMLButtonElement; key: string | undefined }

function repeat({ on, key }: Press) {
  const isKey = key !== undefined
  // A popover lets the key through, for the browser to click: it does not for a key that is sent by a script.
  if (isKey && !on.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))) return
  if (!key?.startsWith('Arrow')) on.click()
}

/**
 * Loads code once the browser is idle or on request, and returns whether it has loaded. A failed load stays
 * silent because a later press tries again.
 */
export function usePreload(load: () => Promise<unknown>, wanted = true): [boolean, () => void] {
  const [loaded, setLoaded] = useState(false)
  const preload = () =>
    void load().then(
      () => setLoaded(true),
      () => {},
    )
  const latest = useRef(preload)
  useEffect(() => {
    if (wanted) whenIdle(latest.current)
  }, [wanted])
  return [loaded, preload]
}

/** Safari has no idle callback. */
const whenIdle = (run: () => void) =>
  void ('requestIdleCallback' in window ? requestIdleCallback(run) : setTimeout(run))
