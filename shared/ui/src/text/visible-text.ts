import { decodeReferences } from '@marram/html/references'

/** The sanitiser removes these with their content. */
const hidden = /^(?:script|style|template|iframe|object|svg|math|noscript|select|textarea)$/
/** These can be inside words; all others separate words. */
const inline = /^(?:b|strong|i|em|u|s|a|span|sub|sup|small|mark|code|abbr|cite|q)$/

/**
 * The text that a reader of `html` sees, on one line. One pass, so that time is linear in the length. It may end after more
 * than `enough` UTF-16 units: pages show the beginnings of many long texts.
 */
export function visibleText(html: string, enough = Number.POSITIVE_INFINITY): string {
  const name = /\/?([a-z][^\s/>]*)/iy
  let text = ''
  let at = 0
  let looked = enough
  while (at < html.length) {
    if (text.length > looked) {
      const line = onOneLine(text)
      if (line.length > enough) return line
      looked = 2 * text.length
    }
    const tag = html.indexOf('<', at)
    if (tag < 0) break
    text += decodeReferences(html.slice(at, tag))
    name.lastIndex = tag + 1
    const found = name.exec(html)?.[1]?.toLowerCase()
    if (found) {
      at = endOfTag(html, name.lastIndex)
      if (!inline.test(found)) text += ' '
      if (hidden.test(found) && html[tag + 1] !== '/') at = endOfElement(html, at, found)
    } else if (/[!?/]/.test(html[tag + 1] ?? '')) {
      at = endOfComment(html, tag)
    } else {
      text += '<'
      at = tag + 1
    }
  }
  return onOneLine(text + decodeReferences(html.slice(at)))
}

const onOneLine = (text: string) => text.replace(/\s+/g, ' ').trim()

const after = (html: string, mark: string, from: number): number => {
  const found = html.indexOf(mark, from)
  return found < 0 ? html.length : found + mark.length
}

/** Behind the `>` of a tag; one in a quoted value is not the end. */
function endOfTag(html: string, from: number): number {
  const mark = />|=\s*(["'])?/g
  mark.lastIndex = from
  for (;;) {
    const found = mark.exec(html)
    if (!found) return html.length
    if (found[0] === '>') return mark.lastIndex
    if (found[1]) mark.lastIndex = after(html, found[1], mark.lastIndex)
  }
}

function endOfElement(html: string, from: number, name: string): number {
  const end = new RegExp(`</${name}[^>]*>`, 'gi')
  end.lastIndex = from
  return end.exec(html) ? end.lastIndex : html.length
}

function endOfComment(html: string, from: number): number {
  return html.startsWith('<!--', from) ? after(html, '-->', from + 2) : after(html, '>', from)
}
