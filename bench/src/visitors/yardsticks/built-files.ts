import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import zlib from 'node:zlib'
import { root } from '../../root'
import type { StaticResponse } from '../front'

const BUILT_WITHIN_MS = 300_000
const TYPES: Record<string, string> = {
  '.js': 'text/javascript',
  '.json': 'application/json',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
}

/** Builds a yardstick, a folder of `bench`. */
export function buildYardstick(name: string, env: Record<string, string> = {}): string {
  const folder = path.join(root, 'bench', name)
  const { status, error, stdout, stderr } = spawnSync('npm', ['run', '-s', 'build'], {
    cwd: folder,
    env: { ...process.env, ...env },
    encoding: 'utf8',
    timeout: BUILT_WITHIN_MS,
  })
  if (status !== 0) {
    const output = `${stdout}${stderr}`
    // The table has room for one line.
    const reason = error?.message ?? output.split('\n').find((line) => /error/i.test(line)) ?? `code ${status}`
    throw new Error(`bench/${name} could not be built: ${reason}\n${output}`)
  }
  return path.join(folder, 'dist')
}

/** Each file with the best compression, in memory, by its address. */
export function readFiles(dist: string, prefix: string): Map<string, StaticResponse> {
  const found = fs.readdirSync(dist, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  return new Map(
    found.map((entry) => {
      const file = path.join(entry.parentPath, entry.name)
      const type = TYPES[path.extname(file)] ?? 'application/octet-stream'
      const headers = { 'content-type': type, 'cache-control': 'public, max-age=31536000, immutable' }
      const address = prefix + path.relative(dist, file).split(path.sep).join('/')
      return [address, compressed(fs.readFileSync(file), headers, !file.endsWith('.woff2'))]
    }),
  )
}

/** The first files of a build's entry, by Rsbuild's manifest. */
export function initialFiles(dist: string): { js: string[]; css: string[] } {
  type Manifest = { entries: { index: { initial: { js?: string[]; css?: string[] } } } }
  const { entries } = JSON.parse(fs.readFileSync(path.join(dist, 'manifest.json'), 'utf8')) as Manifest
  return { js: entries.index.initial.js ?? [], css: entries.index.initial.css ?? [] }
}

export const staticResponse = (text: string, type: string): StaticResponse =>
  compressed(Buffer.from(text), { 'content-type': `${type}; charset=utf-8`, 'cache-control': 'no-cache' }, true)

const compressed = (bytes: Buffer, headers: Record<string, string>, worthIt: boolean): StaticResponse =>
  worthIt
    ? { status: 200, headers: { ...headers, 'content-encoding': 'br' }, body: zlib.brotliCompressSync(bytes) }
    : { status: 200, headers, body: bytes }

function contentOf(file: string, files: Map<string, StaticResponse>): Buffer {
  const found = files.get(file)
  if (!found) throw new Error(`the build has no file ${file}`)
  return zlib.brotliDecompressSync(found.body)
}

/** Data in a document of the site. */
export const dataOf = (html: string, id: string): unknown =>
  JSON.parse(new RegExp(`id="${id}">(.*?)</script>`).exec(html)?.[1] ?? 'null')
export const dataBlock = (id: string, value: unknown) =>
  `<script type="application/json" id="${id}">${JSON.stringify(value).replaceAll('<', '\\u003c')}</script>`

/** The fonts that the site requests first, by their names in another build. */
export function sameFonts(ours: string, files: Map<string, StaticResponse>): string[] {
  const names = [...ours.matchAll(/as="font"[^>]* href="[^"]*\/([^/"]+)\.[0-9a-f]+\.woff2"/g)].map(([, name]) => name)
  const found = [...files.keys()].filter((file) => names.some((name) => file.includes(`/${name}.`)))
  if (found.length !== names.length || names.length === 0) throw new Error(`fonts: ${names} against ${found}`)
  return found
}

/** The start of every head, as the site's own begins. */
export const commonHead = (): string =>
  `<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>Marram</title><script>${fs.readFileSync(path.join(root, 'shell/dist/boot.js'), 'utf8')}</script>`
/** As the site writes it: run times of bundlers find it by its address and do not load it again. */
export const inlineStyleTag = (file: string, files: Map<string, StaticResponse>) =>
  `<style data-href="${file}">${contentOf(file, files)}</style>`
/** With the digest, without which a browser fetches a script again that asks for it. */
export const preloadTag = (file: string, files: Map<string, StaticResponse>, priority: 'high' | 'low') =>
  `<link rel="preload" as="script" fetchpriority="${priority}" href="${file}" crossorigin integrity="sha384-${createHash('sha384').update(contentOf(file, files)).digest('base64')}">`
export const styleTag = (file: string) => `<link rel="stylesheet" href="${file}" crossorigin>`
export const fontTag = (file: string) => `<link rel="preload" as="font" type="font/woff2" href="${file}" crossorigin>`
export const scriptTag = (file: string, priority = 'high') =>
  `<script defer fetchpriority="${priority}" src="${file}" crossorigin></script>`
