import { readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { contentType } from '../publishing/file-kinds'
import { Refusal } from '../refusal'

/** What the console's page may do: run its own files and ask this registry. */
const POLICY = [
  "default-src 'none'",
  "object-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ')
/** It needs nothing of a device; to copy a link is allowed where nobody forbids it. */
const PERMISSIONS = 'camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=()'
const FOREVER = 'public, max-age=31536000, immutable'
const NOT_BUILT = 'The console is not built. Run: npm start, or npm run build in releases/console.'

/** The console's page and its files; every address without a file is the page, which knows what to show there. */
export function consoleFiles(app: FastifyInstance, folder: string | undefined): void {
  const page = (reply: FastifyReply) => {
    const html = read(folder)
    if (html === undefined) return reply.code(503).type('text/plain; charset=utf-8').send(NOT_BUILT)
    return reply
      .header('content-security-policy', POLICY)
      .header('cross-origin-opener-policy', 'same-origin')
      .header('permissions-policy', PERMISSIONS)
      .header('cache-control', 'no-cache')
      .type('text/html; charset=utf-8')
      .send(html)
  }
  const schema = { hide: true }
  app.get('/console', { schema }, (_, reply) => page(reply))
  app.get('/console/*', { schema }, (_, reply) => page(reply))
  app.get('/console/static/*', { schema }, async (request, reply) => {
    const path = (request.params as { '*': string })['*']
    const file = await find(folder, path)
    if (!file) throw new Refusal('not-found', `The console has no file ${path}.`)
    return reply.header('cache-control', FOREVER).type(contentType(path)).send(file)
  })
}

/** Read each time: a build beside a running registry shows on the next load. */
function read(folder: string | undefined): string | undefined {
  if (folder === undefined) return undefined
  try {
    return readFileSync(join(folder, 'index.html'), 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

/** What a system says of addresses that lead to none. */
const NO_FILE = ['ENOENT', 'EISDIR', 'ENOTDIR', 'ENAMETOOLONG']

/** Undefined for what is no file of the console; names with steps are none. */
async function find(folder: string | undefined, path: string): Promise<Buffer | undefined> {
  if (folder === undefined || !/^[\w-][\w.-]*(\/[\w-][\w.-]*)*$/.test(path)) return undefined
  try {
    return await readFile(join(folder, 'static', path))
  } catch (error) {
    if (NO_FILE.includes((error as NodeJS.ErrnoException).code ?? '')) return undefined
    throw error
  }
}
