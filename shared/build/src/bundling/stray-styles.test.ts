import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import fc from 'fast-check'
import { Window } from 'happy-dom'
import { describe, expect, it } from 'vitest'
import { refuseStrayStyles, strayStyles } from './stray-styles'

const allowed = [
  '.mfe-x-a{color:red}',
  '.mfe-x-a h1,.mfe-x-a>*{color:red}',
  'html:not([data-script]) .mfe-x-a{color:red}',
  '.mfe-x-a:not(:has(.b)):hover::before{content:"{"}',
  '.mfe-x-a .b~:last-child+p>i{color:red}',
  'header~.mfe-x-a{color:red}',
  ':is(.mfe-x-a,.mfe-x-b>h1) p{color:red}',
  '@media print{@supports (display:grid){.mfe-x-a{color:red}}}',
  '@container (min-width:700px){.mfe-x-a{--m-surface:red}}',
  '@keyframes mfe-x-rise{from{opacity:0}50%{opacity:1}}',
  '@property --mfe-x-angle{syntax:"<angle>";inherits:false;initial-value:0deg}',
  '@font-face{font-family:"mfe-x-hand";src:url(a.woff2)}',
  '@layer mfe-x-low,mfe-x-high.more;@layer mfe-x-low{.mfe-x-a{color:red}}@layer{.mfe-x-a{color:red}}',
  '@starting-style{.mfe-x-a{opacity:0}}',
  '/*! kept */.mfe-x-a{background:url("data:image/svg+xml,{}")}',
  '',
]
const refused = [
  '*{display:none}',
  'h1{}',
  'header{}',
  'html,body{}',
  ':root{--m-ink:red}',
  ':root:has(.mfe-x-a){}',
  'header:not(.mfe-x-a){}',
  ':is(header,.mfe-x-a){}',
  ':is(.mfe-x-a+header){}',
  ':is(){}',
  '.mfe-x-a+header{}',
  '.mfe-x-a~header h1{}',
  '.mfe-x-a+*>.b{}',
  '.mfe-x-a,h1{}',
  '.mfe-xa{}',
  '.MFE-X-a{}',
  '[class^="mfe-x-"]{}',
  '#mfe-x-a{}',
  '.shell-header-Ab1cD{}',
  '.mfe-x-a||td{}',
  '.mfe-x-a /deep/ h1{}',
  '@media all{h1{}}',
  '@layer mfe-x-low{h1{}}',
  '@scope (.mfe-x-a){h1{}}',
  '@scope (.mfe-x-a) to (p){:scope+header{}}',
  '@import "/elsewhere.css";',
  '@IMPORT url(//elsewhere.example/a.css);',
  '@page{size:1cm}',
  '@view-transition{navigation:auto}',
  '@namespace url(none);',
  '@keyframes appear{from{opacity:0}}',
  '@keyframes "appear"{from{opacity:0}}',
  '@-webkit-keyframes appear{from{opacity:0}}',
  '@property --m-ink{syntax:"*";inherits:false}',
  '@counter-style decimal{system:fixed;symbols:x}',
  '@layer base;',
  '@layer mfe-x-low,base;',
  '@font-face{font-family:Figtree;src:url(a)}',
  '@font-face{font-family:"mfe-x-a";FONT-FAMILY:"Figtree";src:url(a)}',
  '@font-face{f\\6fnt-family:Figtree;src:url(a)}',
  // A browser may see a rule where a parser sees a declaration.
  '.mfe-x-a{header:not(&){display:none}}',
  '.mfe-x-a{&+header{display:none}}',
  '.mfe-x-a{h1 &,header{display:none}}',
  '.mfe-x-a{color:red;@media all{header:not(&){display:none}}}',
  '.mfe-x-a{color:(}header{display:none}',
  '.mfe-x-a{--b:{header{display:none}}}',
  '@media (a{b:c}){h1{}}',
  '@property --mfe-x-a{}}header{display:none}',
  '@keyframes mfe-x-a{}header{display:none}',
  '@keyframes mfe-x-a{from{header:not(&){display:none}}}',
  // Syntax errors that browsers recover from in their own ways.
  '}header{display:none}',
  '.mfe-x-a;header{display:none}',
  '<!-- header{display:none} -->',
  '.mfe-x-a:is(header,!){display:none}',
  ':is(.mfe-x-a,!) header,header{display:none}',
  '.mfe-x-a\n"\nheader{display:none}',
  // Documents contain the sheet in an element, which ends at these letters.
  '.mfe-x-a{content:"</style>"}',
  '.mfe-x-a{content:"</STYLE><img src=x onerror=x()>"}',
  '/*</sTyLe*/.mfe-x-a{}',
  '@media all{header{display:none}',
  Buffer.from('\ufeff.mfe-x-a /*', 'utf16le').toString(),
  `${':is('.repeat(50_000)}.mfe-x-a`,
  '@media all{'.repeat(50_000),
]
const titled = (sheets: string[]) => sheets.map((css) => [css.slice(0, 60), css] as const)

describe('a stylesheet of a section', () => {
  it.each(titled(allowed))('may contain %s', (_, css) => expect(strayStyles('mfe-x', css)).toEqual([]))
  it.each(titled(refused))('may not contain %s', (_, css) => expect(strayStyles('mfe-x', css)).not.toEqual([]))

  it('is refused with the text, its place, and the fix', () => {
    expect(strayStyles('mfe-x', '.mfe-x-a {}\n  .mfe-x-a, h1 {}\n@keyframes rise {}')).toEqual([
      { text: 'h1', why: expect.stringContaining('begin it with a class of its CSS module'), line: 2, column: 13 },
      { text: '@keyframes rise {}', why: expect.stringContaining('begin it with mfe-x-'), line: 3, column: 1 },
    ])
  })

  it('is read to its end, whatever comes first', () => {
    // css-tree 3.2.1 loops for ever on these two when one parser reads both.
    const sheets = [
      '.mfe-x-a.mfe-x-a\n{outline:3px solid red}({color:red;{outline:3px solid red};}.mfe-x-a fromoutline:3px solid red@supports (color:red){color:\\{:where(@container (width>1px)outline:3px solid red{outline:3px solid red}.mfe-x-a]*/&,{outline:3px solid red}{color:red; ::where(outline:3px solid red@media all@container (width>1px)}',
      '{outline:3px solid red}\n){&outline:3px solid red:not(*outline:3px solid red.mfe-x-aoutline:3px solid red@font-face',
    ]
    const code = `
      const { strayStyles } = await import(${JSON.stringify(path.join(import.meta.dirname, 'stray-styles.ts'))})
      for (const css of ${JSON.stringify(sheets)}) console.log(strayStyles('mfe-x', css).length > 0)`
    const options = ['--import', 'tsx', '--input-type=module', '-e', code]
    expect(execFileSync(process.execPath, options, { encoding: 'utf8', timeout: 30_000 })).toBe('true\ntrue\n')
  })

  it('fails the build with file and line of the sources', () => {
    const part = fs.mkdtempSync(path.join(os.tmpdir(), 'marram-styles-'))
    const sheet = path.join(part, 'dist/browser/page.css')
    fs.mkdirSync(path.dirname(sheet), { recursive: true })
    fs.writeFileSync(sheet, '.mfe-x-a{}')
    fs.writeFileSync(
      `${sheet}.map`,
      '{"version":3,"sources":["../../src/tides.module.css"],"names":[],"mappings":"AAEA"}',
    )
    expect(() => refuseStrayStyles('mfe-x', path.join(part, 'dist'))).not.toThrow()
    fs.writeFileSync(sheet, 'header{}')
    expect(() => refuseStrayStyles('mfe-x', path.join(part, 'dist'))).toThrow(
      /^mfe-x has styles that reach out of it\nsrc.tides\.module\.css:3: header may match what is not the section’s: begin it /,
    )
    fs.rmSync(part, { recursive: true })
  })

  it('matches nothing outside the section, whatever its selectors combine', () => {
    const { document } = new Window()
    document.body.innerHTML = `<header><h1></h1><p class="b"></p></header><main><i></i><article class="mfe-x-a">
      <h1 class="b"></h1><p class="mfe-x-c b"></p><i></i></article><i class="b"></i></main><footer><p></p></footer>`
    const section = document.querySelector('article')
    const outside = [...document.querySelectorAll('*')].filter((each) => !section?.contains(each))
    const { selector } = fc.letrec<{ selector: string; compound: string; list: string }>((tie) => ({
      selector: fc
        .tuple(
          tie('compound'),
          fc.array(fc.tuple(fc.constantFrom(' ', '>', '+', '~'), tie('compound')), { maxLength: 3 }),
        )
        .map(([first, rest]) => [first, ...rest.flat()].join('')),
      compound: fc
        .tuple(
          fc.constantFrom('*', 'h1', 'p', 'i', 'header', '.b', '.mfe-x-a', '.mfe-x-c'),
          fc.oneof(
            { maxDepth: 2 },
            fc.constantFrom('', '', '.b', '.mfe-x-c', ':first-child'),
            fc.tuple(fc.constantFrom(':is', ':not', ':where'), tie('list')).map(([name, list]) => `${name}(${list})`),
          ),
        )
        .map((both) => both.join('')),
      list: fc.array(tie('compound'), { minLength: 1, maxLength: 2 }).map((all) => all.join(',')),
    }))
    const seen = { allowed: 0, matched: 0 }
    fc.assert(
      fc.property(selector, (text) => {
        if (strayStyles('mfe-x', `${text}{}`).length > 0) return
        seen.allowed += 1
        if (section?.matches(text) || section?.querySelector(text)) seen.matched += 1
        expect(outside.filter((each) => each.matches(text)).map(({ outerHTML }) => outerHTML)).toEqual([])
      }),
      { numRuns: 600 },
    )
    expect(Math.min(seen.allowed, seen.matched)).toBeGreaterThan(5)
  })
})
