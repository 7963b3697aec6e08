import fs from 'node:fs'
import path from 'node:path'
import type { DiscoveryDocument } from '@marram/release-contract/discovery'
import { root, run, type Site, temporaryFolder } from './site'

type Variant = {
  part: string
  version: string
  /** Replaces text in files, by path relative to the part's folder; a text that is not there is a mistake. */
  edits?: Record<string, [from: string | RegExp, to: string][]>
  development?: boolean
}

/** Builds a part alone from a copy of its folder, as its team would, and answers with the folder to publish. */
export async function buildVariant({ part, version, edits = {}, development = false }: Variant): Promise<string> {
  const folder = path.join(temporaryFolder('variant'), part)
  const source = path.join(root, part)
  fs.cpSync(source, folder, {
    recursive: true,
    filter: (file) =>
      !/(^|[\\/])(node_modules|dist|dist-development|\.cache)([\\/]|$)/.test(path.relative(source, file)),
  })
  fs.symlinkSync(path.join(source, 'node_modules'), path.join(folder, 'node_modules'), 'junction')
  for (const [file, replacements] of Object.entries(edits)) edit(path.join(folder, file), replacements)
  const rsbuild = path.join(source, 'node_modules/@rsbuild/core/bin/rsbuild.js')
  const { code, stdout, stderr } = await run(process.execPath, [rsbuild, 'build', '--log-level', 'warn'], {
    cwd: folder,
    env: { MARRAM_VERSION: version, NODE_ENV: development ? 'development' : 'production' },
  })
  if (code !== 0) throw new Error(`${part} ${version} does not build:\n${stdout}${stderr}`)
  return path.join(folder, development ? 'dist-development' : 'dist')
}

function edit(file: string, replacements: [from: string | RegExp, to: string][]): void {
  let text = fs.readFileSync(file, 'utf8')
  for (const [from, to] of replacements) {
    const next = text.replace(from, to)
    if (next === text) throw new Error(`${file} does not contain ${from}`)
    text = next
  }
  fs.writeFileSync(file, text)
}

/** `npm run release -- …`, which must succeed. */
export async function release(site: Site, ...args: string[]): Promise<string> {
  const { code, stdout, stderr } = await site.release(...args)
  if (code !== 0) throw new Error(`release ${args.join(' ')} ended with ${code}:\n${stdout}${stderr}`)
  return stdout
}

/** What the discovery document says about each part. */
export async function discoveryOf(site: { url: string }): Promise<DiscoveryDocument['microFrontends']> {
  const response = await fetch(`${site.url}/releases/environments/production/discovery.json`)
  return ((await response.json()) as DiscoveryDocument).microFrontends
}

/** Which version of each part a fresh visitor gets now. */
export async function liveVersions(site: Site): Promise<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(await discoveryOf(site)).map(([part, entries]) => [
      part,
      entries.find((entry) => entry.deployment.default)?.metadata.version ?? '',
    ]),
  )
}

/** The document of a page as a visitor without JavaScript gets it. */
export async function documentOf(
  site: { url: string },
  path: string,
  headers: Record<string, string> = {},
): Promise<{ status: number; html: string; composition: string; outcome: string; headers: Headers }> {
  const response = await fetch(site.url + path, { redirect: 'manual', headers })
  return {
    status: response.status,
    html: await response.text(),
    composition: response.headers.get('x-marram-composition') ?? '',
    outcome: response.headers.get('x-marram-render') ?? '',
    headers: response.headers,
  }
}
