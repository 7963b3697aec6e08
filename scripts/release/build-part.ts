import path from 'node:path'
import { type Built as BuiltFolder, buildPart as buildFolder } from '@marram/build/build-part'
import { waitForFolder } from '@marram/files/folder-lock'
import { root } from '../workspace'

export type Built = BuiltFolder & { part: string }

/** Builds a part of the workspace unless it was built of the same sources already. Of two builds at once one waits. */
export async function buildPart(part: string, { development = false } = {}): Promise<Built> {
  return { part, ...(await buildFolder(path.join(root, part), { development, lock: waitForFolder })) }
}
