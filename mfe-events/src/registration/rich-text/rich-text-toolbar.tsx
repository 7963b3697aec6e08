import { Line } from '@marram/ui/icons'
import type { Editor } from '@tiptap/core'
import { type KeyboardEvent, type ReactNode, useState } from 'react'
import css from './rich-text.module.css'

type Props = { editor: Editor | undefined; label: string; controls: string }

type Tool = { name: string; keys?: string; sign: ReactNode; pressed?: boolean; act: () => void; apart?: boolean }

/** One stop for the Tab key; the arrow keys go from button to button. The button for links opens a row below. */
export function RichTextToolbar({ editor, label, controls }: Props) {
  const [current, setCurrent] = useState(0)
  const [linking, setLinking] = useState(false)
  const chain = () => editor?.chain().focus()
  const mark = (name: string, type: string, sign: ReactNode): Tool => ({
    name,
    keys: `Ctrl+${name.charAt(0)}`,
    sign,
    pressed: editor?.isActive(type),
    act: () => chain()?.toggleMark(type).run(),
  })
  const tools: Tool[] = [
    mark('Bold', 'bold', <b>B</b>),
    mark('Italic', 'italic', <i>I</i>),
    mark('Underline', 'underline', <u>U</u>),
    {
      name: 'Bulleted list',
      sign: <Line d="M9 6h11M9 12h11M9 18h11M4.500 6v.1M4.500 12v.1M4.500 18v.1" />,
      pressed: editor?.isActive('bulletList'),
      act: () => chain()?.toggleBulletList().run(),
      apart: true,
    },
    {
      name: 'Numbered list',
      sign: <Line d="M10 6h10M10 12h10M10 18h10M4 4.500h1V9M4 9h2M4 14.500h2l-2 3.500h2" />,
      pressed: editor?.isActive('orderedList'),
      act: () => chain()?.toggleOrderedList().run(),
    },
    {
      name: 'Link',
      sign: (
        <Line d="M10 14a4 4 0 0 0 6 .4l2.800-2.800a4 4 0 0 0-5.700-5.700L11.700 7.300M14 10a4 4 0 0 0-6-.4l-2.800 2.800a4 4 0 0 0 5.700 5.700l1.400-1.400" />
      ),
      pressed: linking || editor?.isActive('link'),
      act: () => setLinking(!linking),
    },
    {
      name: 'Undo',
      keys: 'Ctrl+Z',
      sign: <Line d="M8 5 4 9l4 4M4 9h10a6 6 0 0 1 0 12h-3" />,
      act: () => chain()?.undo().run(),
      apart: true,
    },
  ]
  const go = (event: KeyboardEvent<HTMLDivElement>) => {
    const steps: Record<string, number> = { ArrowRight: current + 1, ArrowLeft: current - 1, Home: 0, End: -1 }
    const step = steps[event.key]
    if (step === undefined) return
    const next = (step + tools.length) % tools.length
    event.preventDefault()
    setCurrent(next)
    event.currentTarget.querySelectorAll('button')[next]?.focus()
  }
  return (
    <>
      <div
        className={css.toolbar}
        role="toolbar"
        aria-label={`Formatting of ${label}`}
        aria-controls={controls}
        onKeyDown={go}
      >
        {tools.map(({ name, keys, sign, pressed, act, apart }, i) => (
          <button
            key={name}
            className={apart ? css.apart : undefined}
            type="button"
            aria-label={name}
            title={keys ? `${name} (${keys})` : name}
            aria-pressed={pressed}
            tabIndex={i === current ? 0 : -1}
            onFocus={() => setCurrent(i)}
            // Keeps the selection.
            onMouseDown={(event) => event.preventDefault()}
            onClick={act}
          >
            {sign}
          </button>
        ))}
      </div>
      {linking && editor && <LinkRow id={`${controls}-link`} editor={editor} onClose={() => setLinking(false)} />}
    </>
  )
}

const focus = (input: HTMLElement | null) => input?.focus()

/** Asks for the address behind what is selected. */
function LinkRow({ id, editor, onClose }: { id: string; editor: Editor; onClose: () => void }) {
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

/** Accepts addresses without a scheme, as people write them. Undefined for an invalid one, or one that the server would remove. */
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
