import { spawn } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { compositionFor } from '@marram/contracts/composition'
import type { OpenMessage, RenderReport, ServerBuild } from '@marram/rendering/render-messages'
import { RenderProcessEnded, RenderTimeout } from '@marram/rendering/render-worker'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import { RenderPool } from './render-pool'
import { fakeLog } from './testing/fake-log'
import { type FakeRelease, fakeSection, fakeShell, hang } from './testing/fake-releases'

const configuration = { apiBase: '', mediaHost: '', origin: 'https://marram.example' }
const logged = fakeLog()
const reports: RenderReport[] = []
const onReport = (report: RenderReport) => void reports.push(report)
let folder: string
let pool: RenderPool

/** Real processes; tests that share one run faster, tests that end one bring their own. */
async function start(processes = 1, timeoutMs = 2000): Promise<void> {
  pool = new RenderPool({ processes, memoryMb: 64, timeoutMs, folder, log: logged.log, onReport })
  await pool.start()
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
const messageFor = (id: string, each = section, around = shell): OpenMessage => ({
  composition: compositionFor(id, around.manifest, { events: [each.manifest] }, {}),
  apiUrl: 'http://127.0.0.1:1',
  configuration,
  shell: built(around),
  sections: { events: built(each) },
})
const link = (given: { shell?: FakeRelease; section?: FakeRelease }) =>
  pool.tryLink({
    kind: 'link',
    shell: built(given.shell ?? shell),
    section: given.section && built(given.section),
    apiUrl: '',
    configuration,
  })
const html = async (url: string, id = 'one') =>
  (await pool.render(id, `http://edge.invalid${url}`, url)).html.toString()
const replaced = () => expect.poll(() => html('/process').catch(() => 'none'), { timeout: 10_000 })

beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'marram-render-'))
  pool = new RenderPool({ processes: 0, memoryMb: 64, timeoutMs: 0, folder, log: logged.log, onReport })
  logged.lines.length = 0
  reports.length = 0
})
afterEach(() => {
  pool.stop()
  fs.rmSync(folder, { recursive: true })
})

describe('render processes', { timeout: 30_000 }, () => {
  it('render a section that is linked to the shell of its composition, several versions at a time', async () => {
    await start(2)
    await pool.openComposition(messageFor('one'))
    await pool.openComposition(messageFor('two', fakeSection('events', '2.0.0')))
    expect(await html('/events?q=1')).toBe('Hello from events 1.0.0 at /events?q=1')
    expect(await html('/events', 'two')).toBe('Hello from events 2.0.0 at /events')
    expect((await pool.frame('two')).html.toString()).toBe('<header>frame of two</header>')
    await expect(html('/events', 'three')).rejects.toThrow('composition three is not open here')
  })

  it('have an empty environment: no secret can reach a page', async () => {
    process.env.MARRAM_TEST_SECRET = 'hidden'
    await start()
    delete process.env.MARRAM_TEST_SECRET
    await pool.openComposition(messageFor('one'))
    expect(JSON.parse(await html('/environment'))).toEqual({})
  })

  it('know the request that a page is for, to name it to the API', async () => {
    await start()
    await pool.openComposition(messageFor('one'))
    const page = await pool.render('one', 'http://edge.invalid/request', '/request', {
      request: 'request-of-a-visitor',
    })
    expect(page.html.toString()).toBe('request-of-a-visitor')
    expect(await html('/request')).toBe('undefined')
  })

  it('go on after a page that throws, and after a failure that nobody waits for', async () => {
    await start()
    await pool.openComposition(messageFor('one'))
    const before = await html('/process')
    await expect(html('/throws')).rejects.toThrow('this page cannot be rendered')
    await html('/stray')
    await html('/reports')
    await expect.poll(() => reports.map(({ kind }) => kind)).toEqual(['render-process', 'surprise'])
    expect(reports[0]?.message).toBe('Error: nobody waits for this')
    // Where it stands in the file, and not in what is put around it.
    expect(reports[0]?.stack).toMatch(/shell-1\.0\.0\.js:\d+:\d+/)
    expect(reports[1]).toMatchObject({ message: 'told', stack: expect.stringContaining('Error: why') })
    expect(await html('/process')).toBe(before)
  })

  it('send no more reports than anybody reads, when a section fails in a loop', async () => {
    await start()
    await pool.openComposition(messageFor('one'))
    await html('/fails-in-a-loop')
    await expect.poll(() => reports.length).toBe(300)
    await html('/events')
    expect(reports).toHaveLength(300)
  })

  it('are not ended for waiting', async () => {
    await start(1, 300)
    await pool.openComposition(messageFor('one'))
    const before = await html('/process')
    await expect(html('/waits')).rejects.toBeInstanceOf(RenderTimeout)
    expect(await html('/process')).toBe(before)
  })

  it('are not ended for being busy', async () => {
    await start(1, 200)
    await pool.openComposition(messageFor('one'))
    const before = await html('/process')
    await expect(html('/busy')).rejects.toBeInstanceOf(RenderTimeout)
    await replaced().toMatch(/^\d+$/)
    expect(await html('/process')).toBe(before)
  })

  it('take no more pages than they can render in time, and are not ended for it', async () => {
    await start(1, 200)
    await pool.openComposition(messageFor('one'))
    const before = await html('/process')
    const asked = await Promise.allSettled([...Array(40)].map((_, i) => html(i === 0 ? '/busy' : '/events')))
    const reasons = asked.flatMap((each) => (each.status === 'rejected' ? [String(each.reason.message)] : []))
    expect(reasons.filter((reason) => reason === 'too many pages are being rendered')).toHaveLength(8)
    // Once for all of them.
    expect(logged.messages().filter((message) => message.startsWith('too many pages'))).toHaveLength(1)
    await replaced().toMatch(/^\d+$/)
    expect(await html('/process')).toBe(before)
  })

  it('have no room beside pages that are late, and visitors of others get the frame', async () => {
    await start(1, 200)
    await pool.openComposition(messageFor('one'))
    await Promise.allSettled([...Array(32)].map(() => html('/waits')))
    await expect(html('/events')).rejects.toBeInstanceOf(RenderTimeout)
  })

  it('are replaced when a page hangs, while the others go on', async () => {
    await start(2, 300)
    await pool.openComposition(messageFor('one'))
    const hanging = expect(html('/hangs')).rejects.toBeInstanceOf(RenderTimeout)
    expect(await html('/events')).toContain('Hello')
    await hanging
    const meanwhile = await Promise.all(Array.from({ length: 4 }, () => html('/events')))
    expect(meanwhile).toHaveLength(4)
    await expect.poll(() => logged.messages(), { timeout: 5000 }).toContain('a render process is replaced')
    await expect.poll(() => pool.size, { timeout: 10_000 }).toBe(2)
    expect(await html('/events')).toContain('Hello')
  })

  it('that say nothing are not waited for by a new composition', async () => {
    await start(2, 3000)
    await pool.openComposition(messageFor('one'))
    const hanging = expect(html('/hangs')).rejects.toThrow()
    await new Promise((resolve) => setTimeout(resolve, 300))
    const startedAt = performance.now()
    await pool.openComposition(messageFor('two'))
    expect((await pool.frame('two')).html.toString()).toBe('<header>frame of two</header>')
    expect(performance.now() - startedAt).toBeLessThan(1500)
    expect(await html('/events', 'two')).toContain('Hello')
    pool.stop()
    await hanging
  })

  it('open a new composition before a page of it, also where they were busy when it came', async () => {
    await start(2, 3000)
    await pool.openComposition(messageFor('one'))
    const busy = html('/busy')
    await new Promise((resolve) => setTimeout(resolve, 300))
    await pool.openComposition(messageFor('two'))
    // The one that is left is the busy one.
    await expect(html('/exits', 'two')).rejects.toBeInstanceOf(RenderProcessEnded)
    expect(pool.size).toBe(1)
    expect(await html('/events', 'two')).toContain('Hello')
    await busy
  })

  it('end with an edge that is killed, also while a page spins', async () => {
    const script = path.join(import.meta.dirname, 'testing/abandoned-edge.ts')
    const edge = spawn(process.execPath, ['--import', 'tsx', script, JSON.stringify(messageFor('one'))], {
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    const pid = Number(await new Promise((resolve) => edge.stdout.once('data', (text) => resolve(String(text).trim()))))
    const lives = () => {
      try {
        return process.kill(pid, 0)
      } catch {
        return false
      }
    }
    expect(lives()).toBe(true)
    edge.kill('SIGKILL')
    await expect.poll(lives, { timeout: 10_000 }).toBe(false)
  })

  it('are replaced when a page ends its process', async () => {
    await start()
    await pool.openComposition(messageFor('one'))
    const before = await html('/process')
    await expect(html('/exits')).rejects.toBeInstanceOf(RenderProcessEnded)
    await replaced().toMatch(/^\d+$/)
    expect(await html('/process')).not.toBe(before)
    expect(logged.lines).toContainEqual(expect.objectContaining({ fields: { why: 'it ended with 3' } }))
  })

  it('cannot take more memory than they are given', async () => {
    await start(1, 20_000)
    await pool.openComposition(messageFor('one'))
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

describe('a page that keeps what it uses', { timeout: 30_000 }, () => {
  it('is replaced with its process before the memory ends, and no page is lost', async () => {
    await start(1, 20_000)
    await pool.openComposition(messageFor('one'))
    const before = await html('/process')
    const grow = async () => {
      await html('/grows')
      return logged.messages()
    }
    await expect.poll(grow, { timeout: 20_000, interval: 20 }).toContain('a render process has little memory left')
    await replaced().not.toBe(before)
    await expect
      .poll(() => logged.lines.at(-1), { timeout: 10_000 })
      .toMatchObject({
        fields: { why: 'it had little memory left' },
      })
    expect(pool.size).toBe(1)
  })

  it.runIf(process.platform === 'linux')('is found out by its process’s size where no heap is used', async () => {
    await start(1, 20_000)
    await pool.openComposition(messageFor('one'))
    const before = await html('/process')
    const hoard = () => html('/hoards').then(() => 'done', String)
    await expect.poll(hoard, { timeout: 20_000, interval: 20 }).toContain('RenderProcessEnded')
    await replaced().toMatch(/^\d+$/)
    expect(await html('/process')).not.toBe(before)
    expect(logged.lines.find(({ message }) => message === 'a render process is replaced')?.fields.why).toMatch(
      /^it held \d+ MB$/,
    )
  })
})

describe('a page that takes its process along', { timeout: 30_000 }, () => {
  it.each(['/hangs', '/exits'])('does so once: %s is tried apart, and sent as frame', async (url) => {
    await start(1, 800)
    await pool.openComposition(messageFor('one'))
    const first = await html('/process')
    await expect(html(url)).rejects.toThrow()
    await replaced().not.toMatch(RegExp(`^(none|${first})$`))
    const second = await html('/process')
    // Its trial, apart from the others.
    const trial = expect(html(url)).rejects.toThrow()
    expect(await html('/events')).toContain('Hello')
    await trial
    await expect.poll(logged.messages, { timeout: 5000 }).toContain('a page that ends its process is sent as frame')
    for (let i = 0; i < 5; i += 1) await expect(html(url)).rejects.toThrow('waits for its trial')
    expect(await html('/process')).toBe(second)
  })

  it('does no harm to others that were there', async () => {
    await start(1, 300)
    await pool.openComposition(messageFor('one'))
    const first = await html('/process')
    const waiting = expect(html('/waits')).rejects.toThrow()
    await expect(html('/exits')).rejects.toBeInstanceOf(RenderProcessEnded)
    await waiting
    await replaced().not.toMatch(RegExp(`^(none|${first})$`))
    // It was not why: it is late as ever, and no longer suspected after that.
    await expect(html('/waits')).rejects.toThrow('took more than')
    await expect(html('/waits')).rejects.toThrow('took more than')
    expect(logged.messages()).not.toContain('a page that ends its process is sent as frame')
  })
})

describe('a server build', { timeout: 30_000 }, () => {
  it.each([
    ['throws', "throw new Error('broken build')", 'broken build'],
    ['is no script', 'const {', 'SyntaxError'],
    [
      'asks for what the shell does not provide',
      "require('left-pad')",
      'asks for left-pad, which shell 1.0.0 does not provide',
    ],
    ['asks for the file system', "require('node:fs')", 'asks for node:fs'],
    ['ends its process', 'process.exit(4)', 'it ended with 4'],
  ])('is refused before any visitor meets it when it %s', async (_, server, reason) => {
    await start()
    await pool.openComposition(messageFor('one'))
    const before = await html('/process')
    await expect(link({ section: fakeSection('events', '9.0.0', { server }) })).rejects.toThrow(reason)
    expect(await html('/process')).toBe(before)
    await expect(link({ section })).resolves.toBeUndefined()
  })

  it('is refused when it never finishes to link, and keeps no other waiting', async () => {
    await start()
    const startedAt = performance.now()
    let hangsSince = 0
    const hanging = link({ section: fakeSection('events', '9.0.0', { server: hang() }) }).catch((error) => {
      hangsSince = performance.now() - startedAt
      return error
    })
    await link({ section })
    const linkedAfter = performance.now() - startedAt
    expect(await hanging).toBeInstanceOf(RenderTimeout)
    expect(linkedAfter).toBeLessThan(hangsSince - 1000)
    await expect(link({ section })).resolves.toBeUndefined()
  })

  it('is refused when its bytes on disk are not the published ones', async () => {
    await start()
    const message = messageFor('one')
    const changed = built(section)
    fs.appendFileSync(changed.file, ';globalThis.tampered = 1')
    await expect(
      pool.tryLink({ kind: 'link', shell: message.shell, section: changed, apiUrl: '', configuration }),
    ).rejects.toThrow("digest of events 1.0.0's server build")
    await expect(pool.openComposition(message)).rejects.toThrow('digest of')
  })

  it('that is changed on disk later costs its own composition alone when a process is replaced', async () => {
    await start()
    const next = messageFor('two', fakeSection('events', '2.0.0'))
    await pool.openComposition(messageFor('one'))
    await pool.openComposition(next)
    fs.appendFileSync(next.sections.events?.file as string, ';globalThis.tampered = 1')
    await expect(html('/exits')).rejects.toBeInstanceOf(RenderProcessEnded)
    await replaced().toMatch(/^\d+$/)
    expect(await html('/events')).toContain('Hello from events 1.0.0')
    await expect(html('/events', 'two')).rejects.toThrow('composition two is not open here')
    expect(logged.messages()).toContain('a composition cannot be opened')
  })

  it('is forgotten with the last composition that it was linked into', async () => {
    await start()
    const newer = fakeSection('events', '2.0.0')
    await pool.openComposition(messageFor('one'))
    await pool.openComposition(messageFor('two', newer))
    pool.closeComposition('two')
    await expect(html('/events', 'two')).rejects.toThrow('is not open')
    await pool.openComposition(messageFor('three', newer))
    await pool.openComposition(messageFor('four'))
    expect(JSON.parse(await html('/links'))).toEqual({ 'events@1.0.0': 1, 'events@2.0.0': 2 })
  })

  it('is forgotten too by a process that was being started when its composition was closed', async () => {
    await start()
    await pool.openComposition(messageFor('one'))
    await pool.openComposition(messageFor('two', fakeSection('events', '2.0.0')))
    await expect(html('/exits')).rejects.toBeInstanceOf(RenderProcessEnded)
    expect(pool.size).toBe(0)
    // It was told to open this one first.
    pool.closeComposition('one')
    await expect.poll(() => pool.size, { timeout: 10_000 }).toBe(1)
    expect(await html('/events', 'two')).toContain('Hello')
    await expect(html('/events', 'one')).rejects.toThrow('composition one is not open here')
  })
})
