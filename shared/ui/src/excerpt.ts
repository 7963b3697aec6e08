const named: Record<string, string> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  ndash: '–',
  mdash: '—',
  lsquo: '‘',
  rsquo: '’',
  ldquo: '“',
  rdquo: '”',
  hellip: '…',
  eacute: 'é',
  deg: '°',
  middot: '·',
  times: '×',
}

/** The text that a reader of `html` sees, on one line. */
export function visibleText(html: string): string {
  return html
    .replace(/<!--[\s\S]*?-->/g, ' ')
    .replace(/<(script|style|template|iframe|svg)\b[\s\S]*?<\/\1\s*>/gi, ' ')
    .replace(/<\/?(?:b|strong|i|em|u|s|a|span|sub|sup|small|mark|code|abbr|cite|q)\b[^>]*>/gi, '')
    .replace(/<\/?[a-z][^>]*>?/gi, ' ')
    .replace(/&(#x[0-9a-f]{1,6}|#\d{1,7}|[a-z]+);/gi, decoded)
    .replace(/\s+/g, ' ')
    .trim()
}

function decoded(entity: string, name: string): string {
  if (!name.startsWith('#')) return named[name] ?? named[name.toLowerCase()] ?? entity
  const code = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number.parseInt(name.slice(1), 10)
  return code > 0 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff) ? String.fromCodePoint(code) : ' '
}

/** At most `limit` visible characters of `html`, cut between words, with an ellipsis only where something was cut. */
export function excerpt(html: string, limit: number): string {
  const characters = Array.from(visibleText(html))
  if (characters.length <= limit) return characters.join('')
  const cut = characters.slice(0, limit)
  const lastSpace = characters[limit] === ' ' ? limit : cut.lastIndexOf(' ')
  const kept = lastSpace > limit * 0.6 ? cut.slice(0, lastSpace) : cut
  return `${kept.join('').replace(/[\s,;:.–—-]+$/, '')}…`
}
