import type { Editor } from '@tiptap/core'
import { type KeyboardEvent, useState } from 'react'
import css from './rich-text.module.css'

const focus = (input: HTMLElement | null) => input?.focus()

/** Asks for the address behind what is selected. */
export function LinkRow({ id, editor, onClose }: { id: string; editor: Editor; onClose: () => void }) {
  const [address, setAddress] = useState<string>(editor.getAttributes('link').href ?? '')
  const [refused, setRefused] = useState(false)

  const close = () => {
    onClose()
    editor.commands.focus()
  }
  const apply = () => {
    const href = wholeAddress(address)
    const linked = href !== undefined && setLink(editor, href)
    setRefused(!linked)
    if (linked) close()
  }
  const remove = () => {
    editor.chain().focus().extendMarkRange('link').unsetLink().run()
    onClose()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' && event.key !== 'Escape') return
    // Enter would send the whole form.
    event.preventDefault()
    if (event.key === 'Enter') apply()
    else close()
  }
  return (
    <div className={css.link}>
      <label htmlFor={id}>Address of the link</label>
      <input
        id={id}
        ref={focus}
        value={address}
        placeholder="https://"
        inputMode="url"
        autoComplete="off"
        aria-invalid={refused || undefined}
        aria-describedby={refused ? `${id}-refused` : undefined}
        onChange={({ target }) => setAddress(target.value)}
        onKeyDown={onKeyDown}
      />
      <button type="button" onClick={apply}>
        Set link
      </button>
      {editor.isActive('link') && (
        <button type="button" onClick={remove}>
          Remove link
        </button>
      )}
      <button type="button" onClick={close}>
        Cancel
      </button>
      <p className={css.refused} id={`${id}-refused`} role="status">
        {refused && 'This is no address. Web addresses begin with https://, others with mailto: or tel:.'}
      </p>
    </div>
  )
}

/** Where nothing is selected the address itself is written. */
function setLink(editor: Editor, href: string): boolean {
  const chain = editor.chain().focus()
  if (!editor.state.selection.empty || editor.isActive('link'))
    return chain.extendMarkRange('link').setLink({ href }).run()
  return chain.insertContent({ type: 'text', text: href, marks: [{ type: 'link', attrs: { href } }] }).run()
}

/** As people write addresses: without a beginning. Undefined for what is none, or one that the server would not keep. */
export function wholeAddress(typed: string): string | undefined {
  const text = typed.trim()
  const whole = /^[a-z][a-z+.-]*:/i.test(text)
    ? text
    : /^[^\s/@]+@[^\s/@]+$/.test(text)
      ? `mailto:${text}`
      : `https://${text}`
  if (!URL.canParse(whole)) return undefined
  const { protocol, hostname, pathname } = new URL(whole)
  if (protocol === 'http:' || protocol === 'https:')
    return hostname.includes('.') || hostname === 'localhost' ? whole : undefined
  return (protocol === 'mailto:' || protocol === 'tel:') && pathname ? whole : undefined
}
