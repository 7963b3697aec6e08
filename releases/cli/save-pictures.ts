import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { GateReport, PageView } from '@marram/release-contract/calls/releases'
import type { RegistryClient } from '@marram/release-contract/registry-client'

const AGAIN_MS = 2000
/** The registry takes pictures for three minutes at a time, while no trial runs. */
const PATIENCE_MS = 900_000

/** The report once all pictures are there, or in the end without them. */
export async function withPictures(registry: RegistryClient, shown: GateReport): Promise<GateReport> {
  const until = Date.now() + PATIENCE_MS
  let report = shown
  while (report.pictures?.pending && Date.now() < until) {
    await wait(AGAIN_MS)
    report = await registry.showGate(shown)
  }
  return report
}

/** Writes the pictures of a report to a folder, and one of each where what differs is marked. Returns the files' names. */
export async function savePictures(registry: RegistryClient, report: GateReport, folder: string): Promise<string[]> {
  const { part, version, pictures } = report
  const files: string[] = []
  const save = async (file: string, contents: string | Buffer) => {
    await mkdir(folder, { recursive: true })
    await writeFile(join(folder, file), contents)
    files.push(file)
  }
  for (const [n, { path, views }] of (pictures?.pages ?? []).entries())
    for (const view of views) {
      const name = [n + 1, ...path.split(/\W+/).filter(Boolean), view.width].join('-')
      for (const side of ['candidate', 'live'] as const) {
        const picture = view[side]
        if (picture === null) continue
        const { webp } = await registry.showPicture({ part, version, picture })
        await save(`${name}-${side}.webp`, Buffer.from(webp, 'base64'))
      }
      if (view.candidate !== null && view.boxes.length > 0)
        await save(`${name}-marked.svg`, marked(`${name}-candidate.webp`, view))
    }
  return files
}

const marked = (file: string, { width, height, boxes }: PageView) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}"><image href="${file}"/>${boxes
    .map(
      (box) =>
        `<rect x="${box.x}" y="${box.y}" width="${box.width}" height="${box.height}" fill="#e0007a2e" stroke="#e0007a" stroke-width="3"/>`,
    )
    .join('')}</svg>\n`
