import { spawn } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { freePort } from './free-port'
import { childrenOf } from './process-usage'
import { respondsWithin } from './responds-within'
import { root } from './root'

export type Varnish = {
  url: string
  /** The process that handles requests. */
  worker: number
  stop(): Promise<void>
}

const DEPLOY = path.join(root, 'deploy')

/** Varnish with the project's own configuration, in front of one edge. */
export function varnishBefore(program: string, edgeUrl: string, atPort?: number): Promise<Varnish> {
  const site = fs.readFileSync(path.join(DEPLOY, 'caches/site.vcl'), 'utf8')
  if (!site.includes('"3000"')) throw new Error('deploy/caches/site.vcl names another port than 3000')
  const own = fs.readFileSync(path.join(DEPLOY, 'caches/varnish.vcl'), 'utf8')
  const files = { 'site.vcl': site.replace('"3000"', `"${new URL(edgeUrl).port}"`), 'varnish.vcl': own }
  return start(program, { files, ready: '/healthz', atPort })
}

/** Varnish that keeps whatever this server sends, with its built-in rules alone. */
export function plainVarnish(program: string, url: string): Promise<Varnish> {
  const { hostname, port, pathname } = new URL(url)
  const rules = `vcl 4.1; backend server { .host = "${hostname}"; .port = "${port}"; }`
  return start(program, { files: { 'varnish.vcl': rules }, ready: pathname })
}

type Start = { files: Record<string, string>; ready: string; atPort?: number | undefined }

async function start(program: string, { files, ready, atPort }: Start): Promise<Varnish> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'marram-varnish-'))
  const port = atPort ?? (await freePort())
  for (const [name, text] of Object.entries(files)) fs.writeFileSync(path.join(folder, name), text)
  const at = ['-a', `127.0.0.1:${port}`, '-T', 'none', '-n', path.join(folder, 'state'), '-s', 'malloc,256m']
  const parameters = ['-p', `vcl_path=${folder}`, '-p', 'http_gzip_support=off']
  // Without a user of its own, since others cannot read a temporary folder.
  const child = spawn(program, ['-F', '-j', 'none', ...at, ...parameters, '-f', path.join(folder, 'varnish.vcl')], {
    stdio: 'ignore',
  })
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const url = `http://127.0.0.1:${port}`
  await respondsWithin(url + ready, 30_000)
  return {
    url,
    worker: childrenOf(child.pid as number)[0] as number,
    async stop() {
      child.kill('SIGTERM')
      await ended
      fs.rmSync(folder, { recursive: true })
    },
  }
}
