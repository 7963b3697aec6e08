import type { Editor } from '@tiptap/core'
import { type KeyboardEvent, type ReactNode, useState } from 'react'
import css from './rich-text.module.css'

type Props = {
  editor: Editor | undefined
  label: string
  /** Id of the text. */
  controls: string
  linking: boolean
  onLink: (open: boolean) => void
}

type Tool = { name: string; keys?: string; mark: ReactNode; pressed?: boolean; act: () => void; apart?: boolean }

/** One stop for the Tab key; the arrow keys go from button to button. */
export function RichTextToolbar({ editor, label, controls, linking, onLink }: Props) {
  const [current, setCurrent] = useState(0)
  const chain = () => editor?.chain().focus()
  const is = (name: string) => editor?.isActive(name) ?? false
  const tools: Tool[] = [
    { name: 'Bold', keys: 'Ctrl+B', mark: <b>B</b>, pressed: is('bold'), act: () => chain()?.toggleBold().run() },
    { name: 'Italic', keys: 'Ctrl+I', mark: <i>I</i>, pressed: is('italic'), act: () => chain()?.toggleItalic().run() },
    {
      name: 'Underline',
      keys: 'Ctrl+U',
      mark: <u>U</u>,
      pressed: is('underline'),
      act: () => chain()?.toggleUnderline().run(),
    },
    {
      name: 'Bulleted list',
      mark: <Drawing d="M9 6h11M9 12h11M9 18h11M4.500 6v.1M4.500 12v.1M4.500 18v.1" />,
      pressed: is('bulletList'),
      act: () => chain()?.toggleBulletList().run(),
      apart: true,
    },
    {
      name: 'Numbered list',
      mark: <Drawing d="M10 6h10M10 12h10M10 18h10M4 4.500h1V9M4 9h2M4 14.500h2l-2 3.500h2" />,
      pressed: is('orderedList'),
      act: () => chain()?.toggleOrderedList().run(),
    },
    {
      name: 'Link',
      mark: (
        <Drawing d="M10 14a4 4 0 0 0 6 .4l2.800-2.800a4 4 0 0 0-5.700-5.700L11.700 7.300M14 10a4 4 0 0 0-6-.4l-2.800 2.800a4 4 0 0 0 5.700 5.700l1.400-1.400" />
      ),
      pressed: linking || is('link'),
      act: () => onLink(!linking),
    },
    {
      name: 'Undo',
      keys: 'Ctrl+Z',
      mark: <Drawing d="M8 5 4 9l4 4M4 9h10a6 6 0 0 1 0 12h-3" />,
      act: () => chain()?.undo().run(),
      apart: true,
    },
  ]
  const go = (event: KeyboardEvent<HTMLDivElement>) => {
    const last = tools.length - 1
    const steps: Record<string, number> = {
      ArrowRight: current === last ? 0 : current + 1,
      ArrowLeft: current === 0 ? last : current - 1,
      Home: 0,
      End: last,
    }
    const next = steps[event.key]
    if (next === undefined) return
    event.preventDefault()
    setCurrent(next)
    event.currentTarget.querySelectorAll('button')[next]?.focus()
  }
  return (
    <div
      className={css.toolbar}
      role="toolbar"
      aria-label={`Formatting of ${label}`}
      aria-controls={controls}
      onKeyDown={go}
    >
      {tools.map(({ name, keys, mark, pressed, act, apart }, i) => (
        <button
          key={name}
          className={apart ? css.apart : undefined}
          type="button"
          aria-label={name}
          title={keys ? `${name} (${keys})` : name}
          aria-pressed={pressed}
          tabIndex={i === current ? 0 : -1}
          onFocus={() => setCurrent(i)}
          // The selection stays where it is.
          onMouseDown={(event) => event.preventDefault()}
          onClick={act}
        >
          {mark}
        </button>
      ))}
    </div>
  )
}

const Drawing = ({ d }: { d: string }) => (
  <svg
    viewBox="0 0 24 24"
    width="20"
    height="20"
    fill="none"
    stroke="currentColor"
    strokeWidth="2"
    strokeLinecap="round"
    strokeLinejoin="round"
    aria-hidden="true"
  >
    <path d={d} />
  </svg>
)
