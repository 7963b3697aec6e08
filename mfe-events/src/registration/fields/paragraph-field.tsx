import { Input } from 'antd'
import { type ComponentType, useEffect, useRef, useState } from 'react'
import { htmlOfText, textOfHtml } from './plain-text'
import css from './registration-field.module.css'

type Props = {
  id: string
  'aria-invalid': true | undefined
  'aria-describedby': string | undefined
  label: string
  /** HTML, or empty. */
  value: string
  onChange: (html: string) => void
}
type Editor = ComponentType<Props & { caret?: number }>

/** Starts to fetch the editor; a form without such a field never does. */
export const loadEditor = () => import('../rich-text/rich-text').then(({ RichText }) => RichText)

/** A plain text field that works at once, and becomes an editor when that has come. Where it never comes, text it stays. */
export function ParagraphField({ value, onChange, label, ...wiring }: Props) {
  const [Editor, setEditor] = useState<Editor>()
  const [text, setText] = useState(() => textOfHtml(value))
  const written = useRef(value)
  const caret = useRef<number>(undefined)

  useEffect(() => {
    let left = false
    const take = (loaded: Editor) => {
      if (left) return
      const field = document.getElementById(wiring.id)
      if (field instanceof HTMLTextAreaElement && field === document.activeElement) caret.current = field.selectionStart
      setEditor(() => loaded)
    }
    // Not in this effect: what was typed before the page responded is entered again after all of them.
    const timer = setTimeout(() => void loadEditor().then(take, () => {}))
    return () => {
      left = true
      clearTimeout(timer)
    }
  }, [wiring.id])

  // Restored or cleared from outside.
  useEffect(() => {
    if (value === written.current) return
    written.current = value
    setText(textOfHtml(value))
  }, [value])

  const write = (typed: string) => {
    setText(typed)
    written.current = htmlOfText(typed)
    onChange(written.current)
  }
  if (Editor) return <Editor {...wiring} label={label} value={value} onChange={onChange} caret={caret.current} />
  return (
    <Input.TextArea
      {...wiring}
      className={css.paragraph}
      status={wiring['aria-invalid'] && 'error'}
      value={text}
      onChange={({ target }) => write(target.value)}
    />
  )
}
