import { spawn } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { compositionFor } from '@marram/release-contract/composition'
import type { SectionRelease } from '@marram/release-contract/release'
import type { CallApi } from '@marram/rendering/api-calls'
import type { OnReport, RenderProcess, RenderReport, ServerBuild } from '@marram/rendering/render-messages'
import { RenderProcessEnded, RenderTimeout } from '@marram/rendering/render-worker'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { fakeLog } from '../testing/fake-log'
import { crash, type FakeRelease, fakeSection, fakeShell, hang, noApi } from '../testing/fake-releases'
import { sayProcessIds } from '../testing/process-ids'
import { type CompositionBuilds, RenderPool } from './render-pool'

sayProcessIds()

const configuration = { apiBase: '', mediaHost: '', origin: 'https://marram.example' }
const logged = fakeLog()
const reports: RenderReport[] = []
const reporting: RenderProcess[] = []
const onReport: OnReport = (report, from) => {
  reports.push(report)
  reporting.push(from)
}
let folder: string
let pool: RenderPool

/** Real processes; tests share one to run faster, and tests that end one start their own. */
async function start(processes = 1, timeoutMs = 2000): Promise<void> {
  pool = new RenderPool({ processes, memoryMb: 64, timeoutMs, folder, log: logged.log, callApi: noApi, onReport })
  pool.start()
}

function built({ manifest, files }: FakeRelease): ServerBuild {
  const file = path.join(folder, `${manifest.name}-${manifest.version}.js`)
  fs.writeFileSync(file, files['server/index.js'] as Buffer)
  return {
    part: manifest.name,
    version: manifest.version,
    file,
    integrity: manifest.files['server/index.js']?.integrity as string,
  }
}

const shell = fakeShell()
const section = fakeSection()
const buildsFor = (id: string, each = section, around = shell): CompositionBuilds => ({
  composition: compositionFor(id, around.manifest, { events: [each.manifest] }, {}),
  configuration,
  shell: built(around),
  sections: { events: built(each) },
})
const open = async (id: string, each = section, isPreview = false) => {
  pool.openComposition(buildsFor(id, each), { isPreview })
  await pool.appShell(id)
}
const tryOut = (each: FakeRelease<SectionRelease>) => {
  const { sections, ...message } = buildsFor('trial', each)
  return pool.tryOut({ ...message, section: sections.events })
}
const html = async (url: string, id = 'one', owner: string | null = 'events') =>
  (
    await pool.render(id, { url: `http://edge.invalid${url}`, section: owner ?? undefined, pattern: url })
  ).html.toString()
const lives = (pid: number | string) => {
  try {
    return process.kill(Number(pid), 0)
  } catch {
    return false
  }
}
const replaced = () => expect.poll(() => html('/process').catch(() => 'none'))

beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'marram-render-'))
  pool = new RenderPool({ processes: 0, memoryMb: 64, timeoutMs: 0, folder, log: logged.log, callApi: noApi, onReport })
  logged.lines.length = 0
  reports.length = 0
  reporting.length = 0
})
afterEach(() => {
  pool.stop()
  fs.rmSync(folder, { recursive: true })
})

describe('render processes', () => {
  it('render a section that is linked to the shell of its composition, several versions at a time', async () => {
    await start(2)
    await open('one')
    await open('two', fakeSection('events', '2.0.0'))
    expect(await html('/events?q=1')).toBe('Hello from events 1.0.0 at /events?q=1')
    expect(await html('/events', 'two')).toBe('Hello from events 2.0.0 at /events')
    expect((await pool.appShell('two')).html.toString()).toBe('<header>app shell of two</header>')
    await expect(html('/events', 'three')).rejects.toThrow('composition three is not open')
  })

  it('have an empty environment: no secret can reach a page', async () => {
    process.env.MARRAM_TEST_SECRET = 'hidden'
    await start()
    delete process.env.MARRAM_TEST_SECRET
    await open('one')
    expect(JSON.parse(await html('/environment'))).toEqual({})
  })

  it('know the request of their page, to name it to the API', async () => {
    await start()
    await open('one')
    const asked = { url: 'http://edge.invalid/request', section: 'events', pattern: '/request' }
    const page = await pool.render('one', asked, { request: 'request-of-a-visitor' })
    expect(page.html.toString()).toBe('request-of-a-visitor')
    expect(await html('/request')).toBe('undefined')
  })

  it('go on after a page that throws, and after an unhandled failure', async () => {
    await start()
    await open('one')
    const before = await html('/process')
    await expect(html('/throws')).rejects.toThrow('this page cannot be rendered')
    await html('/stray')
    await html('/reports')
    await expect.poll(() => reports.map(({ kind }) => kind)).toEqual(['render-process', 'surprise'])
    expect(reports[0]?.message).toBe('Error: nothing awaits this')
    // The position in the file, without the wrapper around it.
    expect(reports[0]?.stack).toMatch(/shell-1\.0\.0\.js:\d+:\d+/)
    expect(reports[1]).toMatchObject({ message: 'told', stack: expect.stringContaining('Error: why') })
    expect(await html('/process')).toBe(before)
  })

  it('report under their builds, and previews and trials not as live', async () => {
    await start()
    await open('preview', section, true)
    await html('/reports', 'preview')
    await expect.poll(() => reporting.map(({ isLive }) => isLive)).toEqual([false])
    await tryOut(section)
    await open('one')
    // In the process of the trial, which serves visitors by now.
    await html('/reports')
    await html('/reports', 'one', null)
    await expect.poll(() => reporting.slice(1)).toHaveLength(2)
    const [ofSection, ofShell] = reporting.slice(1)
    expect(ofSection).toMatchObject({
      isLive: true,
      shell: { part: 'shell' },
      section: { part: 'events', version: '1.0.0' },
    })
    expect(ofShell).toMatchObject({ isLive: true, shell: { part: 'shell' }, section: undefined })
  })

  it('send a limited number of reports when a section fails in a loop', async () => {
    await start()
    await open('one')
    await html('/fails-in-a-loop')
    await expect.poll(() => reports.length).toBe(300)
    await html('/events')
    expect(reports).toHaveLength(300)
  })

  it('are not ended for waiting', async () => {
    await start(1, 300)
    await open('one')
    const before = await html('/process')
    await expect(html('/waits')).rejects.toBeInstanceOf(RenderTimeout)
    expect(await html('/process')).toBe(before)
  })

  it('are not ended for being busy', async () => {
    await start(1, 200)
    await open('one')
    const before = await html('/process')
    await expect(html('/busy')).rejects.toBeInstanceOf(RenderTimeout)
    await replaced().toMatch(/^\d+$/)
    expect(await html('/process')).toBe(before)
  })

  describe('that wait for the API', () => {
    let respond: () => void
    let calls: AbortSignal[]
    /** As `fetch` does: rejects once it is given up. */
    const callApi: CallApi = (_url, _from, signal) =>
      new Promise((resolve, reject) => {
        calls.push(signal)
        signal.addEventListener('abort', () => reject(new Error('given up')))
        respond = () => resolve({ status: 200, headers: {}, body: Buffer.from('from the API') })
      })
    beforeEach(async () => {
      calls = []
      pool = new RenderPool({ processes: 1, memoryMb: 64, timeoutMs: 300, folder, log: logged.log, callApi, onReport })
      pool.start()
    })
    const late = async (url: string, id = 'one') => {
      const error = await html(url, id).catch((error) => error)
      expect(error).toBeInstanceOf(RenderTimeout)
      return error as RenderTimeout
    }

    it('go on with a late page, and have it for the next visitor', async () => {
      await open('one')
      const { later } = await late('/content')
      expect(calls.map(({ aborted }) => aborted)).toEqual([false])
      respond()
      expect((await later)?.html.toString()).toBe('from the API')
    })

    it('end the calls of a late page that is given up', async () => {
      await open('one')
      const { later } = await late('/content')
      await expect(later).rejects.toThrow('render took 2000 ms more than it may')
      expect(calls.map(({ aborted }) => aborted)).toEqual([true])
    })

    it('give up late pages of previews at once, and those after the eighth', async () => {
      await open('shown', section, true)
      expect((await late('/content', 'shown')).later).toBeUndefined()
      expect(calls.map(({ aborted }) => aborted)).toEqual([true])
      await open('one')
      const all = await Promise.all(Array.from({ length: 10 }, () => late('/content')))
      expect(all.filter(({ later }) => later === undefined)).toHaveLength(2)
    })
  })

  it('accept no more pages than they can render in time, and are not ended for it', async () => {
    await start(1, 200)
    await open('one')
    const before = await html('/process')
    const asked = await Promise.allSettled([...Array(40)].map((_, i) => html(i === 0 ? '/busy' : '/events')))
    const reasons = asked.flatMap((each) => (each.status === 'rejected' ? [String(each.reason.message)] : []))
    expect(reasons.filter((reason) => reason === 'too many pages are being rendered')).toHaveLength(8)
    // Once for all of them.
    expect(logged.messages().filter((message) => message.startsWith('too many pages'))).toHaveLength(1)
    await replaced().toMatch(/^\d+$/)
    expect(await html('/process')).toBe(before)
  })

  it('are full when pages are late, and visitors of other pages get the app shell', async () => {
    await start(1, 200)
    await open('one')
    await Promise.allSettled([...Array(32)].map(() => html('/waits')))
    await expect(html('/events')).rejects.toBeInstanceOf(RenderTimeout)
  })

  it('are replaced when a page hangs, while another renders their pages', async () => {
    await start(2, 1000)
    await open('one')
    const first = await html('/process')
    const hanging = expect(html('/hangs')).rejects.toBeInstanceOf(RenderTimeout)
    await new Promise((resolve) => setTimeout(resolve, 200))
    expect(await html('/process')).not.toBe(first)
    await hanging
    const meanwhile = await Promise.all(Array.from({ length: 4 }, () => html('/events')))
    expect(meanwhile).toHaveLength(4)
    await expect.poll(() => logged.messages()).toContain('a render process is replaced')
    expect(await html('/events')).toContain('Hello')
  })

  it('are one for a section until there is more load', async () => {
    await start(2)
    await open('one')
    await html('/events')
    // The other one has only the shell, and rendered the app shell.
    expect(pool.size).toBe(2)
    await Promise.all(Array.from({ length: 12 }, () => html('/events')))
    await expect.poll(() => pool.size).toBe(3)
    await Promise.all(Array.from({ length: 12 }, () => html('/events')))
    expect(pool.size).toBe(3)
  })

  it('of one section are not affected by another that hangs', async () => {
    await start(1, 1000)
    const { sections, ...rest } = buildsFor('one')
    const news = built(fakeSection('news'))
    pool.openComposition({ ...rest, sections: { ...sections, news } })
    expect(await html('/news', 'one', 'news')).toBe('Hello from news 1.0.0 at /news')
    const hanging = expect(html('/hangs')).rejects.toThrow()
    await new Promise((resolve) => setTimeout(resolve, 200))
    expect(await html('/news', 'one', 'news')).toBe('Hello from news 1.0.0 at /news')
    expect(await html('/process', 'one', null)).toMatch(/^\d+$/)
    await hanging
  })

  it('of a preview are separate, and end with it', async () => {
    await start()
    await open('one')
    await open('preview of the same', section, true)
    const [live, preview] = [await html('/process'), await html('/process', 'preview of the same')]
    expect(preview).not.toBe(live)
    expect(JSON.parse(await html('/links', 'preview of the same'))).toEqual({ 'events@1.0.0': 1 })
    pool.closeComposition('preview of the same')
    await expect.poll(() => lives(preview)).toBe(false)
    expect(await html('/process')).toBe(live)
  })

  it('are shared by all live compositions with the same builds, and end when they are no longer served', async () => {
    await start()
    await open('one')
    await open('two')
    const process = await html('/process')
    expect(await html('/process', 'two')).toBe(process)
    pool.closeComposition('one')
    expect(await html('/process', 'two')).toBe(process)
    pool.serveOnly(({ part }) => part === 'shell')
    await expect.poll(() => lives(process)).toBe(false)
    // Requests in progress get their page, and the process ends after them.
    const late = await html('/process', 'two')
    await expect.poll(() => lives(late)).toBe(false)
  })

  it('end with a killed edge, even during an endless loop', async () => {
    const messageForOne = () => ({ ...buildsFor('one'), section: built(section) })
    const script = path.join(import.meta.dirname, '../testing/abandoned-edge.ts')
    const edge = spawn(process.execPath, ['--import', 'tsx', script, JSON.stringify(messageForOne())], {
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    const pid = Number(await new Promise((resolve) => edge.stdout.once('data', (text) => resolve(String(text).trim()))))
    expect(lives(pid)).toBe(true)
    edge.kill('SIGKILL')
    await expect.poll(() => lives(pid)).toBe(false)
  })

  it('are replaced when a page ends its process', async () => {
    await start()
    await open('one')
    const before = await html('/process')
    await expect(html('/exits')).rejects.toBeInstanceOf(RenderProcessEnded)
    await replaced().toMatch(/^\d+$/)
    expect(await html('/process')).not.toBe(before)
    expect(logged.lines).toContainEqual(
      expect.objectContaining({ fields: { why: expect.stringMatching(/^it ended with SIG/) } }),
    )
  })

  it('cannot exceed their memory limit', async () => {
    await start(1, 20_000)
    await open('one')
    const before = await html('/process')
    let taken = 0
    const takeAll = async () => {
      while (taken < 50) {
        await html('/leaks')
        taken += 1
      }
    }
    await expect(takeAll()).rejects.toBeInstanceOf(RenderProcessEnded)
    expect(taken).toBeLessThan(5)
    await replaced().toMatch(/^\d+$/)
    expect(await html('/process')).not.toBe(before)
  })
})

describe('a page that leaks memory', () => {
  it('has its process replaced before the memory is full, and no page is lost', async () => {
    await start(1, 20_000)
    await open('one')
    const before = await html('/process')
    const grow = async () => {
      await html('/grows')
      return logged.messages()
    }
    await expect.poll(grow, { interval: 20 }).toContain('a render process has little memory left')
    await replaced().not.toBe(before)
    await expect.poll(logged.messages).toContain('a render process that had little memory left was replaced')
    await expect.poll(() => lives(before)).toBe(false)
  })

  it.runIf(process.platform === 'linux')('is detected by the size of its process when it uses no heap', async () => {
    await start(1, 20_000)
    await open('one')
    const before = await html('/process')
    const hoard = () => html('/hoards').then(() => 'done', String)
    await expect.poll(hoard, { interval: 20 }).toContain('RenderProcessEnded')
    await replaced().toMatch(/^\d+$/)
    expect(await html('/process')).not.toBe(before)
    expect(logged.lines.find(({ message }) => message === 'a render process is replaced')?.fields.why).toMatch(
      /^it used \d+ MB$/,
    )
  })
})

describe('a page that crashes its process', () => {
  it.each(['/hangs', '/exits'])('does so once: %s is tried separately, and sent as the app shell', async (url) => {
    await start(1, 800)
    await open('one')
    const first = await html('/process')
    await expect(html(url)).rejects.toThrow()
    await replaced().not.toMatch(RegExp(`^(none|${first})$`))
    const second = await html('/process')
    // Its trial is separate from the others.
    const trial = expect(html(url)).rejects.toThrow()
    expect(await html('/events')).toContain('Hello')
    await trial
    await expect.poll(logged.messages).toContain('a page that ends its process is sent as the app shell')
    for (let i = 0; i < 5; i += 1) await expect(html(url)).rejects.toThrow('waits for its trial')
    expect(await html('/process')).toBe(second)
  })

  it('does no harm to other pages in that process', async () => {
    // It must end before its time is over: a busy machine takes a second to fill its memory.
    await start(1, 5000)
    await open('one')
    const first = await html('/process')
    const waiting = expect(html('/waits')).rejects.toThrow()
    await expect(html('/exits')).rejects.toBeInstanceOf(RenderProcessEnded)
    await waiting
    await replaced().not.toMatch(RegExp(`^(none|${first})$`))
    // This page was not the cause: it is late as before, and no longer suspected.
    await expect(html('/waits')).rejects.toThrow('took more than')
    await expect(html('/waits')).rejects.toThrow('took more than')
    expect(logged.messages()).not.toContain('a page that ends its process is sent as the app shell')
  })
})

describe('a server build', () => {
  it.each([
    ['throws', "throw new Error('broken build')", 'broken build'],
    ['is no script', 'const {', 'SyntaxError'],
    [
      'asks for what the shell does not provide',
      "require('left-pad')",
      'asks for left-pad, which shell 1.0.0 does not provide',
    ],
    ['asks for the file system', "require('node:fs')", 'asks for node:fs'],
    ['ends its process', crash, 'it ended with SIG'],
    ['ends its process a moment later', `setImmediate(() => ${crash})`, 'it ended with SIG'],
    ['ends itself', 'process.exit(4)', 'process.exit is not a function'],
    [
      'makes the shell fail with it',
      "Object.defineProperty(exports, 'say', { get() { throw new Error('no pages') } })",
      'no pages',
    ],
  ])('is refused before any visitor gets it when it %s', async (_, server, reason) => {
    await start()
    await open('one')
    const before = await html('/process')
    await expect(tryOut(fakeSection('events', '9.0.0', { server }))).rejects.toThrow(reason)
    expect(await html('/process')).toBe(before)
    await expect(tryOut(section)).resolves.toBeUndefined()
  })

  it('is refused when it never finishes linking, and delays no other', async () => {
    await start()
    const startedAt = performance.now()
    let hangsSince = 0
    const hanging = tryOut(fakeSection('events', '9.0.0', { server: hang() })).catch((error) => {
      hangsSince = performance.now() - startedAt
      return error
    })
    await tryOut(section)
    const linkedAfter = performance.now() - startedAt
    expect(await hanging).toBeInstanceOf(RenderTimeout)
    expect(linkedAfter).toBeLessThan(hangsSince - 1000)
    await expect(tryOut(section)).resolves.toBeUndefined()
  })

  it('has no process after a stop, also when its trial was aborted', async () => {
    await start()
    const trial = tryOut(fakeSection('events', '9.0.0', { server: hang() }))
    await expect.poll(() => pool.size).toBe(1)
    pool.stop()
    await expect(trial).rejects.toThrow('the edge is stopping')
    await expect.poll(() => pool.size).toBe(0)
  })

  it('is refused when its bytes on disk are not the published ones', async () => {
    await start()
    const { sections, ...message } = buildsFor('one')
    fs.appendFileSync(sections.events?.file as string, ';globalThis.tampered = 1')
    const reason = "digest of events 1.0.0's server build"
    await expect(pool.tryOut({ ...message, section: sections.events })).rejects.toThrow(reason)
    pool.openComposition({ ...message, sections })
    await expect(html('/events')).rejects.toThrow(reason)
    // The shell still works.
    expect((await pool.appShell('one')).html.toString()).toBe('<header>app shell of one</header>')
  })

  it('that is changed on disk later affects only its own pages when a process is replaced', async () => {
    await start()
    const next = buildsFor('two', fakeSection('events', '2.0.0'))
    await open('one')
    pool.openComposition(next)
    expect(await html('/events', 'two')).toContain('Hello from events 2.0.0')
    fs.appendFileSync(next.sections.events?.file as string, ';globalThis.tampered = 1')
    await expect(html('/exits', 'two')).rejects.toBeInstanceOf(RenderProcessEnded)
    expect(await html('/events')).toContain('Hello from events 1.0.0')
    await expect(html('/events', 'two')).rejects.toThrow("digest of events 2.0.0's server build")
    expect(logged.messages()).toContain('a composition cannot be opened')
  })

  it('shares its process with no other, and is linked once for all compositions that contain it', async () => {
    await start()
    const newer = fakeSection('events', '2.0.0')
    await open('one')
    await open('two', newer)
    await html('/events', 'two')
    await open('three', newer)
    expect(JSON.parse(await html('/links'))).toEqual({ 'events@1.0.0': 1 })
    expect(JSON.parse(await html('/links', 'three'))).toEqual({ 'events@2.0.0': 1 })
    expect(JSON.parse(await html('/links', 'three', null))).toEqual({})
    pool.closeComposition('two')
    await expect(html('/events', 'two')).rejects.toThrow('is not open')
    expect(JSON.parse(await html('/links', 'three'))).toEqual({ 'events@2.0.0': 1 })
  })
})
