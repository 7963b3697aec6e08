import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { readShell } from '@marram/release-contract/live-site'
import { matchPattern } from '@marram/release-contract/patterns'
import { containerName, type ShellRelease } from '@marram/release-contract/release'
import { SHELL } from '@marram/release-contract/release-files'
import { createRsbuild } from '@rsbuild/core'
import { FolderProblem, hostVersion, partNameOf } from '../bundling/part'
import { readSection } from '../bundling/section-source'
import { DEV_FILES, devConfig, devPart, entryOf, REACT_FILE, SHELL_ENTRY, shellScript } from './dev-config'
import { type DevSection, policyForDev, shellOf, withParts } from './document'
import { proxyTo } from './proxy'

export type DevServer = { url: string; close(): Promise<void> }

/**
 * Shows a live site with parts from this machine, by their folders: everything comes from the site but their code, whose
 * edits are exchanged in the open page. Nobody else sees it, and the site knows nothing of it. `setting` is the variable of
 * the port, for messages.
 */
export async function startDevServer(
  folders: string[],
  { site, port, setting }: { site: string; port: number; setting: string },
): Promise<DevServer> {
  const shells = new Map<string, Promise<ShellRelease>>()
  const shellAt = (version: string) => {
    const asked = shells.get(version) ?? readShell(site, version)
    shells.set(version, asked)
    asked.catch(() => shells.delete(version))
    return asked
  }
  const sections = folders.filter((folder) => partNameOf(folder) !== SHELL)
  const hasShell = sections.length < folders.length
  const server = http.createServer()
  await listen(server, port, setting)
  const { port: listening } = server.address() as AddressInfo
  const url = `http://localhost:${listening}`
  const rsbuild = await createRsbuild({ cwd: folders[0] as string, config: devConfig(folders, listening) })
  const dev = await rsbuild.createDevServer()
  const proxy = proxyTo(site, {
    policy: (policy) => policyForDev(policy, url),
    async page(html, pathname) {
      const version = shellOf(html)
      if (version === undefined) return { html, isOwn: false }
      // Files, not scripts in the page: the site's policy takes none of those.
      const scripts = [shellFile(version), REACT_FILE, ...(hasShell ? [SHELL_ENTRY] : [])]
      const shown = await Promise.all(sections.map(sectionOf))
      const isOwn = shown.some(({ pages }) =>
        pages.some(({ pattern }) => matchPattern(pattern, pathname) !== undefined),
      )
      return { html: withParts(html, { sections: shown, hasShell, scripts }), isOwn }
    },
  })
  server.on('request', async (request, response) => {
    const { url = '/' } = request
    const version = shellIn(url)
    if (version !== undefined)
      await sendScript(response, () => shellAt(version).then((shell) => shellScript(shell, hasShell)))
    else if (url.startsWith(DEV_FILES)) dev.middlewares(request, response)
    else if (isCount(request)) response.writeHead(204).end()
    else proxy(request, response)
  })
  dev.connectWebSocket({ server })
  await dev.afterListen()
  return {
    url,
    async close() {
      await dev.close()
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
    },
  }
}

/** The version of the shell that a site shows now. */
export async function shownShell(site: string): Promise<string> {
  const response = await fetch(`${site}/`, { headers: { accept: 'text/html' }, signal: AbortSignal.timeout(10_000) })
  const version = shellOf(await response.text())
  if (version === undefined) throw new FolderProblem(`${site} shows no page of a Marram site (${response.status}).`)
  return version
}

/** What open pages report of loads and errors, which the site would count as its visitors'. */
const isCount = ({ method, url = '' }: http.IncomingMessage) =>
  method === 'POST' && /^\/releases\/(evidence|reports)(\/|$)/.test(url.split('?', 1)[0] as string)

async function listen(server: http.Server, port: number, setting: string): Promise<void> {
  try {
    await new Promise<void>((done, fail) => server.once('error', fail).listen(port, '127.0.0.1', done))
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    throw new FolderProblem(
      code === 'EADDRINUSE' ? `Port ${port} is in use. Set another one: ${setting}=${port + 1}.` : message,
    )
  }
}

const shellFile = (version: string) => `${DEV_FILES}live-shell/${version}.js`
const shellIn = (url: string) => /^\/_dev\/live-shell\/([^/?]+)\.js$/.exec(url)?.[1]

async function sendScript(response: http.ServerResponse, read: () => Promise<string>): Promise<void> {
  try {
    const text = await read()
    response.writeHead(200, { 'content-type': 'text/javascript', 'cache-control': 'no-store' }).end(text)
  } catch (error) {
    response.writeHead(502, { 'content-type': 'text/plain; charset=utf-8' }).end(`${(error as Error).message}\n`)
  }
}

/** As it is now: a new page is there with the next load. */
async function sectionOf(folder: string): Promise<DevSection> {
  const { document } = await readSection(folder)
  const part = devPart(folder)
  return {
    ...document,
    version: part.version,
    host: document.host ?? `^${hostVersion(folder)}`,
    container: containerName(part),
    pages: document.paths,
    entry: entryOf(part.name),
    // Its bytes change with every edit. Shells run no entry whose digest is empty, and browsers take a blank for none.
    integrity: ' ',
  }
}
