import type { Wiring } from '@marram/ui/form-field'
import { Editor, type EditorOptions } from '@tiptap/core'
import { Bold } from '@tiptap/extension-bold'
import { Document } from '@tiptap/extension-document'
import { HardBreak } from '@tiptap/extension-hard-break'
import { Italic } from '@tiptap/extension-italic'
import { Link } from '@tiptap/extension-link'
import { BulletList, ListItem, OrderedList } from '@tiptap/extension-list'
import { Paragraph } from '@tiptap/extension-paragraph'
import { Text } from '@tiptap/extension-text'
import { Underline } from '@tiptap/extension-underline'
import { UndoRedo } from '@tiptap/extensions'
import { useCallback, useEffect, useReducer, useRef, useState } from 'react'
import css from './rich-text.module.css'
import { RichTextToolbar } from './rich-text-toolbar'

type Props = Wiring & {
  label: string
  value: string
  onChange: (html: string) => void
  /** Where the caret of a focused text stood that this takes over: how many characters into it. */
  caret?: number
}

/** The editor itself, with everything that it is made of. Loaded for forms that have such a field, never on a server. */
export function RichText({ id, label, value, onChange, caret, ...wiring }: Props) {
  const [editor, setEditor] = useState<Editor>()
  const [, refresh] = useReducer((count: number) => count + 1, 0)
  /** What the editor needs of the last render, and the value that it has. */
  const latest = useRef({ id, value, caret, onChange })
  latest.current.onChange = onChange

  // With the element itself, before the browser paints: a visitor who was typing goes on typing.
  const place = useCallback((element: HTMLDivElement) => {
    const { id, value, caret } = latest.current
    const created = createEditor({
      element,
      content: value,
      onUpdate: ({ editor }) => {
        latest.current.value = editor.isEmpty ? '' : editor.getHTML()
        latest.current.onChange(latest.current.value)
      },
      onTransaction: refresh,
    })
    setEditor(created)
    if (caret !== undefined) {
      created.commands.setTextSelection(positionOf(created, caret))
      // At once: the editor's own command comes a frame later, when the next letter may be there.
      created.view.focus()
    }
    // The click on a label reaches inputs alone.
    const labelled = document.getElementById(`${id}-label`)
    const focus = () => created.commands.focus()
    labelled?.addEventListener('click', focus)
    return () => {
      labelled?.removeEventListener('click', focus)
      created.destroy()
    }
  }, [])

  // The element is the editor's own, so its attributes are changed in place.
  useEffect(() => {
    if (!editor) return
    const attributes = { id, 'aria-labelledby': `${id}-label`, 'aria-multiline': 'true', ...wiring }
    for (const [name, attribute] of Object.entries(attributes))
      if (attribute === undefined) editor.view.dom.removeAttribute(name)
      else editor.view.dom.setAttribute(name, String(attribute))
  })

  useEffect(() => {
    if (!editor || value === latest.current.value) return
    latest.current.value = value
    editor.commands.setContent(value, { emitUpdate: false })
  }, [editor, value])

  return (
    <div className={css.field} data-invalid={wiring['aria-invalid']}>
      <RichTextToolbar editor={editor} label={label} controls={id} />
      <div className={css.text} ref={place} />
    </div>
  )
}

/** A text's line is a paragraph, which the editor counts as two characters where the text has one line break. */
function positionOf(editor: Editor, caret: number): number {
  const before = editor.getText({ blockSeparator: '\n' }).slice(0, caret)
  return caret + before.split('\n').length
}

/** Tab leaves the field everywhere, also out of a list: it is no keyboard trap. */
const Item = ListItem.extend({
  addKeyboardShortcuts() {
    return { Enter: () => this.editor.commands.splitListItem(this.name) }
  },
})

/** What the server keeps of these is all of it. Everything else that is pasted becomes paragraphs and lists. */
const createEditor = (options: Partial<EditorOptions>) =>
  new Editor({
    extensions: [
      ...[Document, Paragraph, Text, HardBreak, Bold, Italic, Underline, BulletList, OrderedList, Item, UndoRedo],
      Link.configure({
        openOnClick: false,
        autolink: true,
        defaultProtocol: 'https',
        HTMLAttributes: { target: null, rel: null },
      }),
    ],
    injectCSS: false,
    textDirection: 'auto',
    ...options,
  })
