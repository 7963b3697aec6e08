/**
 * One SVG with the colours of both pictures, which differ in nothing else. Which of them it shows is said by
 * `prefers-color-scheme`: for a picture in a page this is the `color-scheme` of the element that it stands in, which the
 * site's switch sets.
 */
export function withNight(day: string, night: string): string {
  const nights = [...night.matchAll(PAINT)].map(([, , colour]) => colour as string)
  const classes = new Map<string, string>()
  let i = 0
  const marked = day.replace(/<\w+[^>]*>/g, (tag) => {
    const own = [...tag.matchAll(PAINT)].flatMap(([, property, colour]) => {
      const dark = nights[i++] as string
      return dark === colour ? [] : [`${property}:${dark}`]
    })
    if (own.length === 0) return tag
    const key = own.join(';')
    if (!classes.has(key)) classes.set(key, name(classes.size))
    return tag.replace(/^<\w+/, `$& class="${classes.get(key)}"`)
  })
  if (i !== nights.length) throw new Error('The night variant has other elements.')
  const rules = [...classes].map(([key, id]) => `.${id}{${key}}`).join('')
  const rim = day.includes('class="l"') ? '.l{filter:url(#l)}' : ''
  const style = `<style>@media(prefers-color-scheme:dark){.n{display:inline}${rim}${rules}}</style>`
  return marked.replace('<defs>', `${style}<defs>`)
}

const PAINT = /\b(fill|stroke|stop-color)="(#[\da-f]{6})"/gi

/** Short names in capitals: A, B … Z, AA, AB … Other classes have small letters. */
const name = (i: number): string => `${i < 26 ? '' : name(Math.floor(i / 26) - 1)}${String.fromCharCode(65 + (i % 26))}`
