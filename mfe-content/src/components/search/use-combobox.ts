import { type InputHTMLAttributes, useEffect, useId, useLayoutEffect, useState } from 'react'

/** What a combobox sets on its input. */
export type Wiring = InputHTMLAttributes<HTMLInputElement>

type Combobox = {
  input: HTMLInputElement
  /** Takes what the input has to say of itself. */
  wire: (wiring: Wiring) => void
  /** What the popup offers, in order. */
  keys: string[]
  /** Whether the popup is wanted; without options there is none. */
  open: boolean
  setOpen: (open: boolean) => void
  /** Whether the popup comes as soon as the input has the focus. */
  opensOnFocus: boolean
  onText: (text: string) => void
  /** Delete, on an option. */
  onDelete: (key: string) => void
}

/**
 * An input with a list of options below it (WAI-ARIA's combobox with a listbox popup). The focus stays in the input;
 * Enter presses the element of the option, whose id is `idOf` its key.
 */
export function useCombobox({ input, wire, keys, open, setOpen, opensOnFocus, onText, onDelete }: Combobox) {
  const id = useId()
  const [chosen, setChosen] = useState<string>()
  const shown = open && keys.length > 0
  const at = shown && chosen !== undefined ? keys.indexOf(chosen) : -1
  const active = keys[at]
  const idOf = (key: string) => `${id}-${keys.indexOf(key)}`
  const activeId = active === undefined ? undefined : idOf(active)

  useLayoutEffect(() => {
    wire({
      role: 'combobox',
      autoComplete: 'off',
      'aria-autocomplete': 'list',
      'aria-expanded': shown,
      'aria-controls': id,
      'aria-activedescendant': activeId,
    })
    if (activeId) document.getElementById(activeId)?.scrollIntoView({ block: 'nearest' })
  }, [wire, id, shown, activeId])

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
    // Keys of an input method choose among its own proposals.
    if (event.isComposing) return
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
        return active === undefined ? undefined : onDelete(active)
      case 'Enter':
        if (activeId) event.preventDefault()
        if (activeId) document.getElementById(activeId)?.click()
        return close()
      case 'Escape':
        event.preventDefault()
        if (!shown) input.value = ''
        if (!shown) onText('')
        return close()
    }
  }
  // After every render: the listeners see what is shown.
  useEffect(() => {
    const listening = new AbortController()
    const on = <Type extends keyof HTMLElementEventMap>(
      type: Type,
      listener: (event: HTMLElementEventMap[Type]) => void,
    ) => input.addEventListener(type, listener, { signal: listening.signal })
    on('keydown', onKeyDown)
    on('input', () => {
      setOpen(true)
      setChosen(undefined)
      onText(input.value)
    })
    on('focus', () => setOpen(opensOnFocus))
    on('click', () => setOpen(true))
    on('blur', close)
    return () => listening.abort()
  })

  return { id, shown, active, idOf, close }
}
