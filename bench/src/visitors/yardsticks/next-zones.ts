import { type ChildProcess, spawn } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { paths } from '@marram/api-contract/paths'
import { freePort } from '../../free-port'
import { respondsWithin } from '../../responds-within'
import { root } from '../../root'
import { type Front, type StaticResponse, startFront } from '../front'
import { buildYardstick, dataOf, readFiles, sameFonts, staticResponse } from './built-files'

const FOLDER = path.join(root, 'bench/next-zones')
const READY_MS = 60_000
/** Each zone with its page, and where its files are served. */
const ZONES = [
  { name: 'content', page: paths.home(), prefix: '/_next/static/' },
  { name: 'events', page: paths.sports(), prefix: '/events-static/_next/static/' },
]

/**
 * Two pages as two zones of Next.js, by its guide. The front sends files and documents as a network of caches would, with
 * the best compression; everything else passes through the zone that has the rewrites.
 */
export async function startNextZones(site: string, ours: string): Promise<Front & { pages: string[] }> {
  const ports = [await freePort(), await freePort()] as const
  const env = {
    NEXT_TELEMETRY_DISABLED: '1',
    MARRAM_SITE: site,
    MARRAM_EVENTS: `http://127.0.0.1:${ports[1]}`,
    MARRAM_CONFIGURATION: JSON.stringify(dataOf(ours, 'marram-configuration')),
    MARRAM_BOOT: fs.readFileSync(path.join(root, 'shell/dist/boot.js'), 'utf8'),
  }
  const icon = fs.readFileSync(path.join(root, 'shell/src/styles/favicon.svg'), 'utf8')
  buildYardstick('next-zones', env)
  const files = new Map<string, StaticResponse>()
  const documents = new Map<string, StaticResponse>()
  const started: (() => Promise<void>)[] = []
  const stop = async () => {
    for (const end of started) await end()
  }
  try {
    for (const [index, { name, page, prefix }] of ZONES.entries()) {
      const own = readFiles(path.join(FOLDER, name, 'dist/static'), prefix)
      for (const [address, response] of own) files.set(address, response)
      // Of a style, where others have it inline: Next.js leaves the address as it is.
      files.set(`${prefix}styles/favicon.svg?inline`, staticResponse(icon, 'image/svg+xml'))
      const port = String(ports[index])
      started.push(startZone(name, port, { ...env, MARRAM_FONTS: sameFonts(ours, own).join(' ') }))
      const url = `http://127.0.0.1:${port}${page}`
      await respondsWithin(url, READY_MS)
      documents.set(page, staticResponse(await (await fetch(url)).text(), 'text/html'))
    }
    const front = await startFront(`http://127.0.0.1:${ports[0]}`, (asked) => files.get(asked) ?? documents.get(asked))
    started.unshift(() => front.stop())
    return { url: front.url, stop, pages: ZONES.map(({ page }) => page) }
  } catch (error) {
    await stop()
    throw error
  }
}

/** Returns what stops it. */
function startZone(name: string, port: string, env: Record<string, string>): () => Promise<void> {
  const program = path.join(FOLDER, 'node_modules/next/dist/bin/next')
  const child: ChildProcess = spawn(process.execPath, [program, 'start', name, '-H', '127.0.0.1', '-p', port], {
    cwd: FOLDER,
    env: { ...process.env, ...env, NODE_ENV: 'production' },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  return async () => {
    child.kill('SIGTERM')
    await ended
  }
}
