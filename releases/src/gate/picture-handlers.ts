import type { Pictures } from '@marram/release-contract/calls/releases'
import { readStored } from '@marram/server/stored-files'
import type { RegistryContext } from '../context'
import type { Handlers } from '../handler'
import { getRelease, readReleases } from '../live/live'
import { Refusal } from '../refusal'
import type { Comparison } from './picture-trial'
import { keyOf, pictureKey, readRow } from './pictures'

export const pictureHandlers = {
  async showPicture({ db, files }, { part, version, picture }) {
    const { id } = getRelease(await readReleases(db, [{ part, version }]), { part, version })
    if (!(await files.exists(pictureKey(id, picture))))
      throw new Refusal('not-found', `${part} ${version} has no such picture. Look at its gate again.`)
    return { webp: (await readStored(files, pictureKey(id, picture))).toString('base64') }
  },
} satisfies Partial<Handlers>

const NO_BROWSER =
  'No pictures: the registry has no browser. Install Chromium where it runs, or name one with MARRAM_CHROMIUM.'
const FAILS = 'No pictures: what fails on the server is not opened in a browser.'

type About = { live: string | undefined; version: string; comparisons: Comparison[]; fails: boolean }

/** The pictures so far; those that are missing are taken in the background. */
export async function reportPictures(
  { db, gate }: Pick<RegistryContext, 'db' | 'gate'>,
  { live, version, comparisons, fails }: About,
): Promise<Pictures> {
  const rows = await Promise.all(comparisons.map((each) => readRow(db, each)))
  const pages = rows.flatMap(({ row }) => row?.pages ?? [])
  const isDue = rows.some((each) => each.isDue) && !fails && gate.takesPictures
  if (isDue) gate.picture(comparisons.map(keyOf).join(), async () => comparisons)
  const pending = isDue && rows.some(({ isPending }) => isPending)
  const messages = rows.flatMap(({ row }) => row?.message ?? [])
  const why = () => {
    if (live === version) return 'It is what is live.'
    if (comparisons.length === 0) return 'No pictures: no shell or no section is live that it could be beside.'
    if (pages.length === 0 && fails) return FAILS
    return pages.length === 0 && !gate.takesPictures ? NO_BROWSER : [...new Set(messages)].join(' ') || null
  }
  return { live: live === version ? null : (live ?? null), pending, message: why(), pages }
}
