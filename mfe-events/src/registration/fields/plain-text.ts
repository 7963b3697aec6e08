import { visibleText } from '@marram/ui/visible-text'

/** A character for private use, which no text has. */
const BREAK = '\uE000'
/** Ends of lines; that of a list's item goes with the paragraph in it. */
const ends = /<br\b[^>]*>|(?:<\/p>)?<\/(?:p|li|h[1-6]|div|blockquote|tr|pre)\s*>/gi

const references: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }

/** A paragraph for each line. */
export function htmlOfText(text: string): string {
  if (text === '') return ''
  const escaped = text.replace(/[&<>]/g, (character) => references[character] as string)
  return escaped
    .split(/\r?\n/)
    .map((line) => `<p>${line}</p>`)
    .join('')
}

/** What a reader of rich text sees, line by line. */
export function textOfHtml(html: string): string {
  const lines = visibleText(html.replace(ends, (tag) => tag + BREAK)).split(BREAK)
  return lines
    .map((line) => line.trim())
    .join('\n')
    .trimEnd()
}
