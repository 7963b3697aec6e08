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
export async function varnishBefore(program: string, edgeUrl: string, atPort?: number): Promise<Varnish> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'marram-varnish-'))
  const port = atPort ?? (await freePort())
  const site = fs.readFileSync(path.join(DEPLOY, 'caches/site.vcl'), 'utf8')
  if (!site.includes('"3000"')) throw new Error('deploy/caches/site.vcl names another port than 3000')
  fs.writeFileSync(path.join(folder, 'site.vcl'), site.replace('"3000"', `"${new URL(edgeUrl).port}"`))
  fs.copyFileSync(path.join(DEPLOY, 'caches/varnish.vcl'), path.join(folder, 'varnish.vcl'))
  const at = ['-a', `127.0.0.1:${port}`, '-T', 'none', '-n', path.join(folder, 'state'), '-s', 'malloc,256m']
  const parameters = ['-p', `vcl_path=${folder}`, '-p', 'http_gzip_support=off']
  // Without a user of its own, since others cannot read a temporary folder.
  const child = spawn(program, ['-F', '-j', 'none', ...at, ...parameters, '-f', path.join(folder, 'varnish.vcl')], {
    stdio: 'ignore',
  })
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const url = `http://127.0.0.1:${port}`
  await respondsWithin(`${url}/healthz`, 30_000)
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
