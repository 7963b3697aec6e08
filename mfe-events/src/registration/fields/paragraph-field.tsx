import { Input } from 'antd'
import { type ComponentType, useEffect, useRef, useState } from 'react'
import type { ControlProps, FieldKindDefinition } from './field'
import { htmlOfText, textOfHtml } from './plain-text'
import css from './registration-field.module.css'

/** Rich text, as HTML. */
export const paragraphField: FieldKindDefinition = {
  Control: ParagraphControl,
  request: (label) => `Fill in “${label}”`,
  startValue: (sent) => (/<[a-z]/i.test(sent) ? sent : htmlOfText(sent)),
  text: textOfHtml,
  accept: ({ kind, value }) => (kind === 'paragraph' ? value : htmlOfText(value)),
}

/** `caret`: where it stood in the text that the editor takes over, as a number of characters. */
type Editor = ComponentType<Omit<ControlProps, 'field' | 'onWork'> & { label: string; caret?: number }>

/** Starts to fetch the editor; a form without such a field never does. */
export const loadEditor = () => import('../rich-text/rich-text').then(({ RichText }) => RichText)

/** A plain text field that works at once, and becomes an editor when that has come. Where it never comes, text it stays. */
function ParagraphControl({ field, value, onChange, onWork: _, ...wiring }: ControlProps) {
  const { id } = wiring
  const [Editor, setEditor] = useState<Editor>()
  const [typed, setTyped] = useState(() => ({ html: value, text: textOfHtml(value) }))
  const caret = useRef<number>(undefined)

  useEffect(() => {
    let left = false
    const take = (loaded: Editor) => {
      if (left) return
      const area = document.getElementById(id)
      if (area instanceof HTMLTextAreaElement && area === document.activeElement) caret.current = area.selectionStart
      setEditor(() => loaded)
    }
    // Not in this effect: what was typed before the page responded is entered again after all of them.
    const timer = setTimeout(() => void loadEditor().then(take, () => {}))
    return () => {
      left = true
      clearTimeout(timer)
    }
  }, [id])

  const write = (text: string) => {
    const html = htmlOfText(text)
    setTyped({ html, text })
    onChange(html)
  }
  if (Editor) return <Editor {...wiring} label={field.label} value={value} onChange={onChange} caret={caret.current} />
  return (
    <Input.TextArea
      {...wiring}
      className={css.paragraph}
      status={wiring['aria-invalid'] && 'error'}
      // Another value was restored, or cleared, from outside.
      value={value === typed.html ? typed.text : textOfHtml(value)}
      onChange={({ target }) => write(target.value)}
    />
  )
}
