import { resolve } from 'node:path'
import { progressLine, publishedText } from '@marram/build/words'
import { command, inEnvironment, send } from './command'
import { changedText } from './live-texts'

export const publish = command({
  takes: ['FOLDER'],
  options: ['version', 'registry', 'no-build', 'promote', 'override', 'environment', 'reason'],
  summary: 'build a part in its own FOLDER and upload it; the folder of a release.json is uploaded as it is',
  run: async (given, { connect, terminal: { stderr }, json: isForPrograms }) => {
    const { access, registry } = await connect(given.registry)
    // Loaded here: it is half of the program, and no other command needs it.
    const [{ publishPart }, { waitForFolder }] = await Promise.all([
      import('@marram/build/publish-part'),
      import('@marram/files/folder-lock'),
    ])
    const published = await publishPart({
      ...access,
      folder: resolve(given.folder),
      version: given.version,
      isBuilt: given['no-build'] === true,
      lock: waitForFolder,
      ...(!isForPrograms && {
        report: (words) => void stderr.write(`${words}\n`),
        onProgress: progressLine(stderr),
      }),
    })
    if (!given.promote) return { text: publishedText(published), json: published }
    if (!isForPrograms) stderr.write(`${publishedText(published)}\n`)
    const { part, version } = published
    const { environment, reason, override } = inEnvironment(given)
    const wanted = { environment, part, version, reason, override }
    const { text, json } = await send(registry, 'promote', wanted, changedText)
    return { text, json: { ...published, promoted: json } }
  },
})
