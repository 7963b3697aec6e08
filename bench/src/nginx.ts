import { spawn, spawnSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { freePort } from './free-port'
import { childrenOf } from './process-usage'
import { respondsWithin } from './responds-within'

export type Nginx = {
  url: string
  version: string
  /** The one worker process. */
  worker: number
  stop(): Promise<void>
}

/** nginx that serves one file, with one worker, like our own servers. Throws if nginx is not available. */
export async function nginxServing(program: string, bytes: Buffer, contentType: string): Promise<Nginx> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'marram-nginx-'))
  const port = await freePort()
  fs.writeFileSync(path.join(folder, 'response'), bytes)
  fs.writeFileSync(path.join(folder, 'nginx.conf'), configuration(folder, port, contentType))
  const child = spawn(program, ['-p', folder, '-c', 'nginx.conf', '-e', 'stderr'], { stdio: 'ignore' })
  const url = `http://127.0.0.1:${port}/response`
  await respondsWithin(url, 10_000)
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  return {
    url,
    version: versionOf(program),
    worker: childrenOf(child.pid as number)[0] as number,
    async stop() {
      child.kill('SIGTERM')
      await ended
      fs.rmSync(folder, { recursive: true })
    },
  }
}

/** nginx prints it on standard error. */
const versionOf = (program: string): string =>
  spawnSync(program, ['-v'], { encoding: 'utf8', timeout: 10_000 })
    .stderr.replace(/^.*nginx\//s, '')
    .trim()

const configuration = (folder: string, port: number, contentType: string) => `
daemon off;
${process.getuid?.() === 0 ? 'user root;' : ''}
worker_processes 1;
pid ${folder}/pid;
events { worker_connections 1024; }
http {
  access_log off;
  sendfile on;
  tcp_nopush on;
  keepalive_requests 1000000;
  open_file_cache max=10;
  client_body_temp_path ${folder}/body;
  proxy_temp_path ${folder}/proxy;
  fastcgi_temp_path ${folder}/fastcgi;
  uwsgi_temp_path ${folder}/uwsgi;
  scgi_temp_path ${folder}/scgi;
  server {
    listen 127.0.0.1:${port};
    root ${folder};
    default_type "${contentType}";
    etag on;
  }
}
`
