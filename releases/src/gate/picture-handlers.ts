import type { PicturedPage, Pictures } from '@marram/release-contract/calls/releases'
import { readStored } from '@marram/server/stored-files'
import { callerOf, mayReadFiles } from '../access/authorize'
import type { Holder } from '../access/tokens'
import type { RegistryContext } from '../context'
import { wasEverLive } from '../discovery/ever-live'
import type { Handlers } from '../handler'
import { getRelease, readReleases, type Version } from '../live/live'
import { Refusal } from '../refusal'
import type { Comparison } from './picture-trial'
import { keyOf, pictureKey, readRow } from './pictures'

export const pictureHandlers = {
  async showPicture({ db, files }, { part, version, picture }, { request }) {
    const { id } = getRelease(await readReleases(db, [{ part, version }]), { part, version })
    const isShown = await maySeePictures(db, callerOf(request), { part, version })
    if (!isShown || !(await files.exists(pictureKey(id, picture))))
      throw new Refusal('not-found', `${part} ${version} has no such picture. Look at its gate again.`)
    return { webp: (await readStored(files, pictureKey(id, picture))).toString('base64') }
  },
} satisfies Partial<Handlers>

/** As its files: those of a version that was never live are its own team's. */
export const maySeePictures = async (db: RegistryContext['db'], caller: Holder, { part, version }: Version) =>
  mayReadFiles(caller, part) || wasEverLive(db, part, version)

const HIDDEN = 'A token of another part shows no picture of a version that was never live.'
const NO_BROWSER =
  'No pictures: the registry has no browser. Install Chromium where it runs, or name one with MARRAM_CHROMIUM.'
const FAILS = 'No pictures: what fails on the server is not opened in a browser.'

/** `isShown`: whether the caller may see pictures themselves. */
type About = { live: string | undefined; version: string; comparisons: Comparison[]; fails: boolean; isShown: boolean }

/** The pictures so far; those that are missing are taken in the background. */
export async function reportPictures(
  { db, gate }: Pick<RegistryContext, 'db' | 'gate'>,
  { live, version, comparisons, fails, isShown }: About,
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
    if (pages.length === 0 && !gate.takesPictures) return NO_BROWSER
    return [...new Set(messages), ...(isShown || pages.length === 0 ? [] : [HIDDEN])].join(' ') || null
  }
  const seen = isShown ? pages : pages.map(withoutPictures)
  return { live: live === version ? null : (live ?? null), pending, message: why(), pages: seen }
}

function withoutPictures({ views, message, ...page }: PicturedPage): PicturedPage {
  const isAlone = views.some(({ candidate, live }) => candidate !== null && live === null)
  // Without its picture, such a page would look as if it did not differ.
  if (isAlone) return { ...page, message: message ?? 'there is no live page to compare it with', views: [] }
  return { ...page, message, views: views.map((view) => ({ ...view, candidate: null, live: null })) }
}
