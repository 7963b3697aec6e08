import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { chromium, type Page } from '@playwright/test'
import { freePort } from '../free-port'
import type { Row } from '../row'
import type { Site } from '../site'
import { timedRow } from '../timed-row'
import { within } from '../within'

const TABLE = 'Teams and release managers'
const NAME = 'tides'
const RUNS = 10
const MEMORY_RUNS = 200
/** After these, everything that is loaded once has been. */
const WARM_RUNS = 20
const MOST_MS = 200
const MOST_GROWTH_MB = 15
const FROM_NOTHING_MS = 60_000
const STEP_MS = 120_000
const SEEN_MS = 20_000

const counter = `import { useState } from 'react'

export function Counter() {
  const [count, setCount] = useState(0)
  return (
    <button type="button" id="counter" onClick={() => setCount(count + 1)}>
      Count 0: {count}
    </button>
  )
}
`

/** A kind of edit, and how the page shows that it has the one of this number. */
type Edit = { kind: string; file: string; make: (text: string, run: number) => string; isSeen: (run: number) => string }

const edits: Edit[] = [
  {
    kind: 'text',
    file: 'src/words.ts',
    make: (_, run) => `export const words = 'Words ${run}'\n`,
    isSeen: (run) => `document.querySelector('#words').textContent === 'Words ${run}'`,
  },
  {
    kind: 'component with state',
    file: 'src/counter.tsx',
    make: (text, run) => text.replace(/Count \d+/, `Count ${run}`),
    isSeen: (run) => `document.querySelector('#counter').textContent === 'Count ${run}: 3'`,
  },
  {
    kind: 'style',
    file: `src/${NAME}/${NAME}.module.css`,
    make: (text, run) => text.replace(/gap: \S+;/, `gap: ${run + 1}px;`),
    isSeen: (run) => `getComputedStyle(document.querySelector('main search form')).columnGap === '${run + 1}px'`,
  },
  {
    kind: 'loader',
    file: `src/${NAME}/${NAME}.tsx`,
    make: (text, run) => text.replace(/return \{ wanted.*/, `return { wanted, news: news.slice(0, ${(run % 3) + 1}) }`),
    isSeen: (run) => `document.querySelectorAll('main li').length === ${(run % 3) + 1}`,
  },
  {
    kind: 'page',
    file: `src/${NAME}/${NAME}.tsx`,
    make: (text, run) => text.replace(/<h1>Tides.*?<\/h1>/, `<h1>Tides ${run}</h1>`),
    isSeen: (run) => `document.querySelector('main h1').textContent === 'Tides ${run}'`,
  },
]

/** A team outside of the workspace: how long until it sees its section, and until it sees an edit. */
export async function editsOfATeam(site: Site, executablePath: string, say: (words: string) => void): Promise<Row[]> {
  const outside = fs.mkdtempSync(path.join(os.tmpdir(), 'marram-team-'))
  const folder = path.join(outside, NAME)
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] })
  let dev: ChildProcess | undefined
  try {
    const token = (await site.release('token', 'create', NAME, '--role', 'releaser', '--part', NAME)).trim()
    // What the measuring asks the page in each of its frames is text, which the site's policy would not let it run.
    const page = await browser.newPage({ bypassCSP: true })
    const from = performance.now()
    const create = `--@marram:registry=${site.url}/releases/npm/`
    runThere(outside, ['create', '--yes', create, '@marram/section@latest', NAME, '--', '--site', site.url])
    runThere(folder, ['run', 'publish'], { MARRAM_TOKEN: token, MARRAM_KEYS: path.join(site.data, 'keys') })
    const link = /https?:\S+/.exec(runThere(folder, ['run', 'preview'], { MARRAM_TOKEN: token }))?.[0] as string
    await page.goto(link)
    await page.getByRole('heading', { name: 'Tides', level: 1 }).waitFor()
    const nothing = performance.now() - from

    say('edits in the live site …')
    write(folder, 'src/counter.tsx', counter)
    write(folder, 'src/words.ts', "export const words = 'Words'\n")
    const source = `src/${NAME}/${NAME}.tsx`
    const own = fs.readFileSync(path.join(folder, source), 'utf8')
    const imports = "import { Counter } from '../counter'\nimport { words } from '../words'\n"
    write(folder, source, imports + own.replace('</form>', '</form>\n<p id="words">{words}</p>\n<Counter />'))
    const started = await startDev(folder)
    dev = started.child
    await page.goto(`${started.url}/${NAME}`)
    await page.locator('#counter').waitFor()
    for (let press = 0; press < 3; press++) await page.locator('#counter').click()
    await page.getByRole('searchbox', { name: 'News about' }).fill('typed')
    await page.evaluate('window.first = true')
    const rows: Row[] = []
    for (const edit of edits) {
      const measured: number[] = []
      for (let run = 1; run <= RUNS; run++) measured.push(await seen(page, folder, edit, run))
      rows.push(timedRow(TABLE, `edit of a section → seen in the live site: ${edit.kind}`, measured, MOST_MS))
    }
    const isKept = await page.evaluate("window.first && document.querySelector('#wanted').value === 'typed'")
    if (!isKept) throw new Error('the page did not keep its document and what was typed')
    const [first] = edits as [Edit]
    const used: number[] = []
    for (let run = 1; run <= MEMORY_RUNS; run++) {
      await seen(page, folder, first, RUNS + run)
      if (run === WARM_RUNS || run === MEMORY_RUNS) used.push(await heapMb(page))
    }
    const [early = 0, late = 0] = used
    return [
      timedRow(
        TABLE,
        'an empty folder → a new section seen in the live site by a preview, one run',
        [nothing],
        FROM_NOTHING_MS,
      ),
      ...rows,
      {
        table: TABLE,
        figure: `memory of the page after ${MEMORY_RUNS} edits, above that after ${WARM_RUNS}`,
        ours: `${(late - early).toFixed(1)} MB (${early.toFixed(1)} → ${late.toFixed(1)})`,
        yardstick: '',
        value: late - early,
        unit: '',
        target: { atMost: MOST_GROWTH_MB },
      },
    ]
  } finally {
    dev?.kill('SIGINT')
    await browser.close()
    fs.rmSync(outside, { recursive: true, force: true })
  }
}

/** From the moment when the file is written; the page looks in each of its frames. */
async function seen(page: Page, folder: string, { file, make, isSeen }: Edit, run: number): Promise<number> {
  const shown = page.waitForFunction(isSeen(run), undefined, { polling: 'raf', timeout: SEEN_MS })
  const from = performance.now()
  write(folder, file, make(fs.readFileSync(path.join(folder, file), 'utf8'), run))
  await shown
  return performance.now() - from
}

function write(folder: string, file: string, text: string): void {
  fs.writeFileSync(path.join(folder, file), text)
}

async function heapMb(page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page)
  await session.send('HeapProfiler.enable')
  await session.send('HeapProfiler.collectGarbage')
  const { usedSize } = await session.send('Runtime.getHeapUsage')
  await session.detach()
  return usedSize / 1e6
}

function runThere(cwd: string, args: string[], env: Record<string, string> = {}): string {
  return execFileSync('npm', args, { cwd, env: { ...process.env, ...env }, encoding: 'utf8', timeout: STEP_MS })
}

async function startDev(folder: string): Promise<{ child: ChildProcess; url: string }> {
  const marram = path.join(folder, 'node_modules/@marram/cli/dist/marram.js')
  const child = spawn(process.execPath, [marram, 'dev'], {
    cwd: folder,
    env: { ...process.env, PORT: String(await freePort()) },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let output = ''
  const ready = new Promise<string>((resolve, reject) => {
    child.stdout.on('data', (text) => {
      output += text
      // The site's own address stands before it.
      const url = new RegExp(`(http://localhost:\\d+)/${NAME}`).exec(output)?.[1]
      if (url) resolve(url)
    })
    child.once('exit', (code) => reject(new Error(`marram dev ended with ${code}: ${output}`)))
  })
  return { child, url: await within(STEP_MS, 'marram dev was not ready', ready) }
}
