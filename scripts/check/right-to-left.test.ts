import fs from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { root } from '../workspace'

/** Declarations that are the same in both directions, as `file selector property`, and why. */
const same: Record<string, string> = {
  // A triangle points to the right on every player, and its centre is not that of its square.
  'shared/ui/src/overlays/lightbox.module.css .sign translate': 'a play sign',
  'mfe-content/src/digital-media/video-card.module.css .sign translate': 'a play sign',
  // A chevron that points down, or up, in both directions.
  'mfe-account/src/account/account.module.css .head::before border-width': 'a chevron',
  'mfe-account/src/account/account.module.css .head::before rotate': 'a chevron',
  'mfe-account/src/account/account.module.css details[open] > .head::before rotate': 'a chevron',
  // Light that passes over a grey box has no reading direction.
  'shell/src/layout/states/skeleton.module.css .bone::after translate': 'a shimmer',
  'shell/src/layout/states/skeleton.module.css to translate': 'a shimmer',
  // Each rule after it sets both of its sides.
  'mfe-content/src/home/services.module.css .service padding': 'said anew',
  'mfe-content/src/home/brief-list.module.css .brief padding': 'no edge is seen',
  'mfe-content/src/components/search/site-search.module.css .input padding': 'five pixels',
  'mfe-events/src/registration/draft/draft-notes.module.css .note padding': 'six pixels',
}

type Declaration = { selector: string; property: string; value: string }

/** All declarations of a sheet, each with its selector. Our sheets have no braces or semicolons in strings. */
function declarationsOf(css: string): Declaration[] {
  const found: Declaration[] = []
  const around: string[] = []
  for (const [, text = '', end] of css.replace(/\/\*.*?\*\//gs, '').matchAll(/([^{};]*)([{};])/g)) {
    const words = text.trim().replace(/\s+/g, ' ')
    if (end === '{') around.push(words)
    else {
      const colon = words.indexOf(':')
      const selector = around.at(-1)
      if (colon > 0 && selector && !words.startsWith('@'))
        found.push({ selector, property: words.slice(0, colon).trim(), value: words.slice(colon + 1).trim() })
      if (end === '}') around.pop()
    }
  }
  return found
}

/** The words of a value; brackets belong to their word. */
const wordsOf = (value: string) => value.match(/(?:[^\s()]|\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\))+/g) ?? []
const isNone = (value = '0') => /^0[a-z%]*$/.test(value)

/** Whether a declaration names a side that must change in right-to-left text. */
function namesSide({ property, value }: Declaration): boolean {
  if (/(^|-)(left|right)(-|$)/.test(property)) return true
  if (/^(text-align|float|clear)$/.test(property)) return /\b(left|right)\b/.test(value)
  if (/^(margin|padding|inset|border-width|border-color|border-style|scroll-margin|scroll-padding)$/.test(property)) {
    const [, right, , left] = wordsOf(value)
    return left !== undefined && left !== right
  }
  if (property === 'border-radius') {
    const [first, second = first, third = first, fourth = second] = wordsOf(value)
    return first !== second || third !== fourth
  }
  if (property === 'transform-origin') return !/^(50%|center)/.test(value)
  if (property === 'translate') return value !== 'none' && !isNone(wordsOf(value)[0])
  if (property === 'rotate') return !/^(none|0|180deg|\d+turn)$/.test(value)
  if (property === 'transform')
    return /translateX\((?!0)/.test(value) || /rotate\((?!180deg|\d+turn)/.test(value) || /scaleX\(-1\)/.test(value)
  return false
}

/** Declarations that name a side and have no counterpart for `:dir(rtl)`. */
function oneSided(css: string): Declaration[] {
  const declarations = declarationsOf(css)
  const selectorsOf = ({ selector }: Declaration) => selector.split(/, ?/)
  const mirrored = new Set(
    declarations.flatMap((each) =>
      selectorsOf(each)
        .filter((selector) => selector.includes(':dir(rtl)'))
        .map((selector) => `${selector.replace(':dir(rtl)', '')} ${each.property}`),
    ),
  )
  return declarations.filter(
    (each) =>
      namesSide(each) &&
      !selectorsOf(each).every(
        (selector) => selector.includes(':dir(rtl)') || mirrored.has(`${selector} ${each.property}`),
      ),
  )
}

const sheets = [
  'shell',
  'shared',
  'releases/console',
  ...fs.readdirSync(root).filter((name) => name.startsWith('mfe-')),
]
  .flatMap((folder) =>
    (folder === 'shared'
      ? fs.readdirSync(path.join(root, folder)).map((name) => `shared/${name}/src`)
      : [`${folder}/src`]
    ).flatMap((src) =>
      (fs.readdirSync(path.join(root, src), { recursive: true }) as string[]).map((name) => `${src}/${name}`),
    ),
  )
  // Generated from antd's own, which mirrors itself.
  .filter((file) => file.endsWith('.css') && !file.endsWith('antd-dark.css'))

const read = (file: string) => fs.readFileSync(path.join(root, file), 'utf8')

describe('styles', () => {
  it('are mirrored in right-to-left scripts', () => {
    expect(sheets.length).toBeGreaterThan(100)
    const found = sheets.flatMap((file) =>
      oneSided(read(file)).map(({ selector, property }) => `${file} ${selector} ${property}`),
    )
    expect(found.filter((each) => !(each in same))).toEqual([])
    expect(Object.keys(same).filter((each) => !found.includes(each))).toEqual([])
  })

  it('have no drawing as a background that is not mirrored', () => {
    const drawn = sheets.filter((file) => /background[\w-]*:[^;]*url\("\.\/art\//.test(read(file)))
    expect(drawn.length).toBeGreaterThan(0)
    const mirrored = (file: string) =>
      ['background: inherit', 'transform: scaleX(-1)'].every((said) =>
        declarationsOf(read(file)).some(
          ({ selector, property, value }) => selector.includes(':dir(rtl)::after') && `${property}: ${value}` === said,
        ),
      )
    expect(drawn.filter((file) => !mirrored(file))).toEqual([])
  })

  it.each([
    'margin-left: 1rem',
    'right: 0',
    'border-top-left-radius: 4px',
    'text-align: left',
    'float: right',
    'padding: 1rem 2rem 1rem 0',
    'padding: 0 0.875rem 0 1.125rem',
    'border-radius: 4px 0',
    'transform: translateX(4px)',
    'transform: rotate(90deg)',
    'translate: 2px 0',
    'rotate: 18deg',
    'transform-origin: 0 50%',
  ])('are one-sided with %s, unless :dir(rtl) overrides it', (words) => {
    expect(oneSided(`.a { ${words}; }`)).toHaveLength(1)
    expect(oneSided(`@media print { .a, .b:hover { ${words} } }`)).toHaveLength(1)
    expect(oneSided(`.a { ${words}; } .a:dir(rtl) { ${words}; }`)).toEqual([])
  })

  it.each([
    'margin: 0 auto 1rem',
    'padding: 1rem 2rem 1rem 2rem',
    'margin: -0.375rem calc(var(--m-gutter) * -1)',
    'border-radius: 4px 4px 0 0',
    'translate: 0 -8px',
    'rotate: 180deg',
    'transform: scale(1.03)',
    'inset-inline-start: 0',
    'transform-origin: 50% 0',
  ])('are the same on both sides with %s', (words) => expect(oneSided(`.a { ${words}; }`)).toEqual([]))
})
