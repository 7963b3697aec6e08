import {
  cpSync,
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

const KEPT_MS = 7 * 86_400_000
const ASKED_EVERY_MS = 500
const LOOK_MS = 50
const ASKED = 'copy-asked'
const FAILED = 'copy-failed'
const ON_DEMAND = 'pg.copy'
const UNFINISHED = 'pg.part'

/** Copies that are older. They hold what visitors have had deleted since. */
export function forgetCopies(folder: string, olderThanMs = KEPT_MS): void {
  for (const name of readdirSync(folder).filter((each) => each.startsWith('pg.'))) {
    const copy = join(folder, name)
    if (Date.now() - statSync(copy).mtimeMs >= olderThanMs) rmSync(copy, { recursive: true })
  }
}

/** A copy of an embedded database that this process has, which writes nothing meanwhile, as it is one synchronous step. */
export function keepCopy(folder: string, name: string): void {
  const part = join(folder, UNFINISHED)
  rmSync(part, { recursive: true, force: true })
  cpSync(join(folder, 'pg'), part, { recursive: true })
  utimesSync(part, new Date(), new Date())
  rmSync(join(folder, name), { recursive: true, force: true })
  renameSync(part, join(folder, name))
}

/**
 * Makes copies for other processes. They ask by a file, as a standby of PostgreSQL is promoted by one: who may write into this
 * folder may read all that is in it.
 */
export function answerCopies(folder: string, checkpoint: () => Promise<unknown>): { close(): void } {
  const asked = join(folder, ASKED)
  const answer = async () => {
    if (!existsSync(asked)) return
    rmSync(asked)
    try {
      await checkpoint()
      keepCopy(folder, ON_DEMAND)
    } catch (error) {
      // Of a full disk it may have taken the rest.
      rmSync(join(folder, UNFINISHED), { recursive: true, force: true })
      writeFileSync(join(folder, FAILED), (error as Error).message)
    }
  }
  // Not by a watch of the file system: systems have few of them.
  const looking = setInterval(() => void answer(), ASKED_EVERY_MS).unref()
  return { close: () => clearInterval(looking) }
}

/** The folder of a copy that the process makes which has this database open; whoever asked removes it. */
export async function askForCopy(folder: string, withinMs = 120_000): Promise<string> {
  const [copy, failed, asked] = [ON_DEMAND, FAILED, ASKED].map((name) => join(folder, name)) as [string, string, string]
  for (const left of [copy, failed]) rmSync(left, { recursive: true, force: true })
  writeFileSync(asked, '')
  for (const until = Date.now() + withinMs; Date.now() < until; await wait(LOOK_MS)) {
    if (existsSync(copy)) return copy
    if (!existsSync(failed)) continue
    const why = readFileSync(failed, 'utf8')
    rmSync(failed)
    throw new Error(`the database in ${folder} cannot be copied: ${why}`)
  }
  rmSync(asked, { force: true })
  throw new Error(`the process that has the database in ${folder} made no copy of it; its log may say why`)
}
