import { followedWords, lackingWords, untilFollowed } from '../src/evidence/edge-words'
import { type Command, inEnvironment } from './command'
import type { OptionName } from './options'

/**
 * The same command, which waits until the edges serve what has changed, and reports which do not; with `option`, where
 * that is what makes it change pages.
 */
export const followed = (own: Command, option?: OptionName): Command => ({
  ...own,
  options: [...own.options, 'no-wait'],
  async run({ 'no-wait': leaves, ...given }, context) {
    const done = await own.run(given, context)
    if (leaves || (option && !given[option])) return done
    const { environment } = inEnvironment<{ environment?: string }>(given)
    const { stderr } = context.terminal
    const isShown = stderr.isTTY && !context.json
    try {
      const { registry } = await context.connect(given.registry as string | undefined)
      const seen = await untilFollowed(
        () => registry.showEnvironment({ environment }),
        (now) => isShown && stderr.write(`\r\x1b[KWaiting for the edges: ${followedWords(now)}`),
      )
      if (isShown) stderr.write('\r\x1b[K')
      const text = [done.text, followedWords(seen), ...lackingWords(seen)].join(' ')
      return { text, json: { ...(done.json as object), edges: seen.edges } }
    } catch (error) {
      // The change is made all the same.
      return { ...done, text: `${done.text} Whether the edges follow is not known: ${(error as Error).message}` }
    }
  },
})
