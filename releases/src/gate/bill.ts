import { BILL_FILE } from '@marram/release-contract/release'
import * as z from 'zod/mini'
import type { KnownRelease } from '../live/live'
import { fileKey, type ReleaseFiles, readStored } from '../storage'

/** Much more than the largest bill of ours, which has 40 KB: whoever publishes chooses what is in it. */
const MOST_BYTES = 1024 * 1024
const word = z.string().check(z.regex(/^[\w@./+-]{1,214}$/))
const bill = z.object({ components: z.array(z.object({ name: word, version: word })) })

/** Versions of packages by name; undefined for a release that has no bill that can be read. */
export async function packagesOf(
  files: ReleaseFiles,
  { id, manifest }: Pick<KnownRelease, 'id' | 'manifest'>,
): Promise<Record<string, string> | undefined> {
  const file = manifest.files[BILL_FILE]
  if (!file || file.size > MOST_BYTES) return undefined
  const read = bill.safeParse(asJson(await readStored(files, fileKey(id, file.integrity))))
  if (!read.success) return undefined
  const versions = new Map<string, string[]>()
  for (const { name, version } of read.data.components) versions.set(name, [...(versions.get(name) ?? []), version])
  return Object.fromEntries([...versions].map(([name, all]) => [name, all.sort().join(', ')]))
}

function asJson(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString())
  } catch {
    return undefined
  }
}
