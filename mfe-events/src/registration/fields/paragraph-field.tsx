import { visibleText } from '@marram/ui/visible-text'
import { Input } from 'antd'
import { type ComponentType, useEffect, useRef, useState } from 'react'
import type { ControlProps, FieldKindDefinition } from './field'
import css from './field-grid.module.css'

export const paragraphField: FieldKindDefinition = {
  Control: ParagraphControl,
  request: (label) => `Fill in “${label}”`,
  startValue: (sent) => (/<[a-z]/i.test(sent) ? sent : htmlOfText(sent)),
  text: textOfHtml,
  accept: ({ kind, value }) => (kind === 'paragraph' ? value : htmlOfText(value)),
}

/** `caret`: where it stood in the text that the editor takes over, as a number of characters. */
type Editor = ComponentType<Omit<ControlProps, 'field' | 'onWork'> & { label: string; caret?: number }>

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
    const timer = setTimeout(
      () =>
        void import('../rich-text/rich-text').then(
          ({ RichText }) => take(RichText),
          () => {},
        ),
    )
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

/** A character for private use, which no text has. */
const BREAK = '\uE000'
/** Ends of lines; that of a list's item goes with the paragraph in it. */
const ends = /<br\b[^>]*>|(?:<\/p>)?<\/(?:p|li|h[1-6]|div|blockquote|tr|pre)\s*>/gi

const references: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }

export function htmlOfText(text: string): string {
  if (text === '') return ''
  const escaped = text.replace(/[&<>]/g, (character) => references[character] as string)
  return escaped
    .split(/\r?\n/)
    .map((line) => `<p>${line}</p>`)
    .join('')
}

export function textOfHtml(html: string): string {
  const lines = visibleText(html.replace(ends, (tag) => tag + BREAK)).split(BREAK)
  return lines
    .map((line) => line.trim())
    .join('\n')
    .trimEnd()
}
