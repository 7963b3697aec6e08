import { buildProgram } from '../start/build-program.mjs'

/** What database tests start as processes: as one file each starts in a third of the time that its sources take. */
const PROGRAMS: [source: string, file?: string][] = [
  ['api/src/main.ts'],
  ['api/src/cli.ts'],
  ['releases/src/main.ts'],
  ['releases/cli/main.ts', 'releases/dist/cli.mjs'],
  ['shared/cli/src/marram.ts', 'releases/dist/marram.mjs'],
  ['shared/server/src/testing/note-writer.ts', 'shared/server/dist/note-writer.mjs'],
  ['shared/server/src/testing/sample-service.ts', 'shared/server/dist/sample-service.mjs'],
]

/** Vitest's global set-up. */
export async function setup(): Promise<void> {
  for (const program of PROGRAMS) await buildProgram(...program)
}
