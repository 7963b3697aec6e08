import type { Editor } from '@tiptap/core'
import { useEffect, useLayoutEffect, useReducer, useRef, useState } from 'react'
import { LinkRow } from './link-row'
import css from './rich-text.module.css'
import { makeEditor } from './rich-text-editor'
import { RichTextToolbar } from './rich-text-toolbar'

type Props = {
  id: string
  'aria-invalid': true | undefined
  'aria-describedby': string | undefined
  label: string
  /** HTML, or empty. */
  value: string
  onChange: (html: string) => void
  /** Where the caret of a focused text stood that this takes over: how many characters into it. */
  caret?: number
}

/** The editor itself, with everything that it is made of. Loaded for forms that have such a field, never on a server. */
export function RichText({ id, label, value, onChange, caret, ...wiring }: Props) {
  const place = useRef<HTMLDivElement>(null)
  const [editor, setEditor] = useState<Editor>()
  const [linking, setLinking] = useState(false)
  const [, refresh] = useReducer((count: number) => count + 1, 0)
  const latest = useRef({ value, onChange })
  latest.current.onChange = onChange

  // Before the browser paints: whoever was typing goes on typing.
  useLayoutEffect(() => {
    const made = makeEditor({
      element: place.current,
      content: latest.current.value,
      onUpdate: ({ editor }) => {
        latest.current.value = editor.isEmpty ? '' : editor.getHTML()
        latest.current.onChange(latest.current.value)
      },
      onTransaction: refresh,
    })
    setEditor(made)
    if (caret !== undefined) {
      made.commands.setTextSelection(positionOf(made, caret))
      // At once: the editor's own command comes a frame later, when the next letter may be there.
      made.view.focus()
    }
    return () => made.destroy()
  }, [])

  // Attributes in place: the element is the editor's own.
  useEffect(() => {
    const attributes = { id, 'aria-labelledby': `${id}-label`, 'aria-multiline': 'true', ...wiring }
    for (const [name, attribute] of Object.entries(attributes))
      if (attribute === undefined) editor?.view.dom.removeAttribute(name)
      else editor?.view.dom.setAttribute(name, String(attribute))
  })

  // A label's click reaches inputs alone.
  useEffect(() => {
    const focus = () => editor?.commands.focus()
    const labelled = document.getElementById(`${id}-label`)
    labelled?.addEventListener('click', focus)
    return () => labelled?.removeEventListener('click', focus)
  }, [editor, id])

  // Restored or cleared from outside.
  useEffect(() => {
    if (!editor || value === latest.current.value) return
    latest.current.value = value
    editor.commands.setContent(value, { emitUpdate: false })
  }, [editor, value])

  return (
    <div className={css.field} data-invalid={wiring['aria-invalid']}>
      <RichTextToolbar editor={editor} label={label} controls={id} linking={linking} onLink={setLinking} />
      {linking && editor && <LinkRow id={`${id}-link`} editor={editor} onClose={() => setLinking(false)} />}
      <div className={css.text} ref={place} />
    </div>
  )
}

/** A text's line is a paragraph, which the editor counts as two characters where the text has one line break. */
function positionOf(editor: Editor, caret: number): number {
  const before = editor.getText({ blockSeparator: '\n' }).slice(0, caret)
  return caret + before.split('\n').length
}
