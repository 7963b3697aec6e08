import { type InputHTMLAttributes, type KeyboardEvent, useId, useLayoutEffect, useRef, useState } from 'react'

/** What a combobox sets on its input. */
export type Wiring = InputHTMLAttributes<HTMLInputElement>

type Combobox = {
  /** There are no options, and the input is a plain one. */
  off: boolean
  input: HTMLInputElement
  /** Called with the attributes of the input. */
  wire: (wiring: Wiring) => void
  /** In order. Delete forgets the active one. */
  options: { key: string; forget?: () => void }[]
  /** Whether the popup is open; without options it is not shown. */
  open: boolean
  setOpen: (open: boolean) => void
  /** Whether the popup comes as soon as the input has the focus. */
  opensOnFocus: boolean
  onText: () => void
}

/** WAI-ARIA's combobox with a listbox popup. The focus stays in the input; Enter clicks the active option. */
export function useCombobox({ off, input, wire, options, open, setOpen, opensOnFocus, onText }: Combobox) {
  const id = useId()
  const [chosen, setChosen] = useState<string>()
  const keys = options.map(({ key }) => key)
  const shown = open && keys.length > 0
  const at = shown && chosen !== undefined ? keys.indexOf(chosen) : -1
  const active = keys[at]
  const idOf = (key: string) => `${id}-${keys.indexOf(key)}`
  const activeId = active === undefined ? undefined : idOf(active)

  const close = () => {
    setOpen(false)
    setChosen(undefined)
  }
  const choose = (event: KeyboardEvent, key: string | undefined) => {
    event.preventDefault()
    setOpen(true)
    setChosen(key)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    // An input method uses these keys for its own list.
    if (event.nativeEvent.isComposing) return
    switch (event.key) {
      case 'ArrowDown':
        return choose(event, event.altKey ? active : keys[(at + 1) % keys.length])
      case 'ArrowUp':
        return event.altKey ? close() : choose(event, keys.at(at > 0 ? at - 1 : -1))
      case 'Home':
      case 'End':
        return active === undefined ? undefined : choose(event, keys.at(event.key === 'Home' ? 0 : -1))
      case 'ArrowLeft':
      case 'ArrowRight':
        return setChosen(undefined)
      case 'Delete':
        return options[at]?.forget?.()
      case 'Enter':
        if (activeId) event.preventDefault()
        if (activeId) document.getElementById(activeId)?.click()
        return close()
      case 'Escape':
        event.preventDefault()
        if (!shown) input.value = ''
        if (!shown) onText()
        return close()
    }
  }
  const listeners = {
    onKeyDown,
    onInput: () => {
      setOpen(true)
      setChosen(undefined)
      onText()
    },
    onFocus: () => setOpen(opensOnFocus),
    onClick: () => setOpen(true),
    onBlur: close,
  }
  const latest = useRef(listeners)
  latest.current = listeners

  // The input was rendered before and stays: it gets attributes, and listeners that use the last render.
  useLayoutEffect(() => {
    if (off) return wire({})
    wire({
      role: 'combobox',
      autoComplete: 'off',
      'aria-autocomplete': 'list',
      'aria-expanded': shown,
      'aria-controls': id,
      'aria-activedescendant': activeId,
      onKeyDown: (event) => latest.current.onKeyDown(event),
      onInput: () => latest.current.onInput(),
      onFocus: () => latest.current.onFocus(),
      onClick: () => latest.current.onClick(),
      onBlur: () => latest.current.onBlur(),
    })
    if (activeId) document.getElementById(activeId)?.scrollIntoView({ block: 'nearest' })
  }, [off, wire, id, shown, activeId])

  return { id, shown, active, idOf, close }
}
