import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { UsageError } from '@marram/build/usage-error'
import { publishedText } from '@marram/build/words'
import type { InputOf } from '@marram/release-contract/call'
import { type Calls, calls } from '@marram/release-contract/calls'
import { MOST_AT_ONCE } from '@marram/release-contract/calls/clean-up'
import type { Delivery } from '@marram/release-contract/calls/delivery'
import type { Notification } from '@marram/release-contract/calls/notifications'
import type { PartVersions } from '@marram/release-contract/calls/releases'
import type { StrategyWanted } from '@marram/release-contract/calls/rollouts'
import type { ScheduledCall } from '@marram/release-contract/calls/schedule'
import { grantWords } from '@marram/release-contract/permissions'
import { type RegistryClient, RegistryError } from '@marram/release-contract/registry-client'
import { deliveryCsv } from '../src/delivery/delivery-csv'
import { changesOfPages } from '../src/evidence/edge-text'
import {
  type Command,
  type CommandContext,
  callCommand,
  command,
  followed,
  inEnvironment,
  type Outcome,
  send,
} from './command'
import { commitsBetween, descriptionOf, notesOf } from './description'
import * as live from './live-texts'
import { asEnvironment, type Given, momentInZone } from './options'
import { makerOfFirstKey, ownKeys, root } from './own-keys'
import * as record from './record-texts'
import { rehearse } from './rehearse'
import { savePictures, withPictures } from './save-pictures'
import { trustCommands } from './trust-commands'

const change = ['environment', 'reason', 'revision'] as const
const stop = ['environment', 'reason', 'until', 'for', 'revision'] as const
const ofPart = { takes: ['PART'], options: change } as const
const ofVersion = { takes: ['PART', 'VERSION'], options: ['environment'] } as const
const later = ['at', 'zone', 'environment', 'reason'] as const
const ofAddress = { takes: ['PART', 'PATTERN'], options: ['environment', 'reason'] } as const

type LaterOption = (typeof later)[number] | 'traffic' | 'until'

/** A command that makes a call at a later time: what it takes besides the time is sent as it is. */
const scheduled = (
  call: ScheduledCall,
  {
    needs = ['at'],
    ...spec
  }: { takes?: ('PART' | 'VERSION')[]; options: readonly LaterOption[]; needs?: LaterOption[] },
): Command =>
  callCommand('schedule', {
    takes: [],
    ...spec,
    needs,
    summary: `${calls[call].summary.replace(/^./, (first) => first.toLowerCase())}, at a later time`,
    input: ({ at = '', zone, ...given }: Given<never, LaterOption>) =>
      ({ ...given, call, at: momentInZone(at, zone) }) as InputOf<Calls['schedule']>,
    text: ({ id, what, at: when, environment }) =>
      `Scheduled in ${environment} for ${when}: ${what}. To take it back: npm run release -- unschedule ${id}`,
  })

/** Every command, in the order of the help. */
export const commands: Record<string, Command> = {
  publish: followed(
    command({
      takes: ['FOLDER'],
      options: ['version', 'registry', 'no-build', 'describe', 'promote', 'override', 'environment', 'reason'],
      summary: 'build a part in its own FOLDER and upload it; the folder of a release.json is uploaded as it is',
      run: async (given, context) => {
        const { stderr, stdout } = context.terminal
        const { access, registry } = await context.connect(given.registry)
        // Imported here: it is half of the program, and no other command needs it.
        const { publishPart } = await import('@marram/build/publish-part')
        const published = await publishPart({
          ...access,
          folder: resolve(given.folder),
          version: given.version,
          isBuilt: given['no-build'] === true,
          keys: ownKeys(context.terminal),
          makeKey: makerOfFirstKey(context.terminal),
          terminal: context.json ? undefined : stderr,
        })
        const { part, version } = published
        // A folder of a finished release has no history.
        const folder = existsSync(resolve(given.folder, 'release.json')) ? undefined : given.folder
        const about = { part, version, folder, environment: given.environment, reason: given.reason }
        // Beside what is live before it is promoted.
        const description = given.describe
          ? await described({ ...context, registry }, about).catch(({ message }: Error) => ({ problem: message }))
          : undefined
        const done = { ...published, ...(description && { description }) }
        if (description && !context.json)
          if ('problem' in description) stderr.write(`It is published, and not described: ${description.problem}\n`)
          else stdout.write(`${description.markdown}\n\n`)
        if (!given.promote) return { text: publishedText(published), json: done }
        if (!context.json) stderr.write(`${publishedText(published)}\n`)
        const { environment, reason, override } = inEnvironment(given)
        const wanted = { environment, part, version, reason, override }
        const { text, json } = await send({ ...context, registry }, 'promote', wanted, live.changedText)
        return { text, json: { ...done, promoted: json } }
      },
    }),
    'promote',
  ),
  list: command({
    takes: ['[PART]'],
    summary: 'what is published and where it is live; with PART every version of it',
    run: async ({ part }, context) => {
      const { registry } = await context.connect()
      const asking = { ...context, registry }
      return part === undefined
        ? send(asking, 'listParts', {}, record.partsText)
        : send(asking, 'listVersions', { part }, record.versionsText)
    },
  }),
  gate: command({
    takes: ['PART', 'VERSION'],
    options: ['environment', 'pictures'],
    summary: 'whether a version may go live, and why not; exits with code 1 if it may not',
    run: async ({ pictures: folder, ...given }, context) => {
      const { registry } = await context.connect()
      const shown = await send({ ...context, registry }, 'showGate', inEnvironment(given), record.gateText)
      const failed = !shown.json.passed
      if (folder === undefined) return { ...shown, failed }
      const report = await withPictures(registry, shown.json)
      const saved = await savePictures(registry, report, folder)
      const words = saved.length === 0 ? 'No picture to save.' : `Saved ${saved.length} files to ${folder}.`
      return { text: `${record.gateText(report)}\n\n${words}`, json: { ...report, saved }, failed }
    },
  }),
  diff: callCommand('showDifference', {
    ...ofVersion,
    summary: 'how a version differs from the live one: files, sizes, addresses, shared modules, packages',
    text: record.differenceText,
  }),
  describe: command({
    takes: ['PART', 'VERSION'],
    options: ['environment', 'valid', 'folder', 'reason'],
    summary: 'a version beside the live one, as Markdown: a link to a preview, the gate, commits, sizes and addresses',
    run: async (given, context) => {
      const { registry } = await context.connect()
      const found = await described({ ...context, registry }, given)
      return { text: found.markdown, json: found }
    },
  }),
  notes: command({
    takes: ['PART', 'EARLIER', 'VERSION'],
    options: ['folder'],
    needs: ['folder'],
    summary: 'notes of a release, as Markdown: the commits between an EARLIER version of a part and VERSION',
    run: async ({ part, earlier, version, folder }, { connect }) => {
      const { registry } = await connect()
      const sourceOf = sourcesIn((await registry.listVersions({ part })).versions)
      const commits = commitsBetween(resolve(folder), sourceOf(earlier), sourceOf(version))
      if (!commits) throw new UsageError(`The releases ${earlier} and ${version} of ${part} do not both name a commit.`)
      const markdown = notesOf({ part, earlier, version, commits })
      return { text: markdown, json: { part, earlier, version, commits, markdown } }
    },
  }),
  evidence: callCommand('showEvidence', {
    takes: ['PART'],
    options: ['environment', 'hours'],
    text: record.evidenceText,
  }),
  faults: callCommand('listFaults', { takes: ['[PART]'], options: ['environment'], text: record.faultsText }),
  preview: callCommand('createPreview', {
    takes: ['[PART]', '[VERSION]'],
    options: ['composition', 'source', 'valid', 'environment', 'reason'],
    summary: "a link to a part's VERSION on top of what is live, to a --source of it, or to a --composition",
    input: ({ valid: seconds, ...given }) => {
      const ways = [given.version, given.source && given.part, given.composition]
      checkOne(ways, 'preview needs a PART and a VERSION, a PART and a --source, or a --composition.')
      return { ...given, seconds } as InputOf<Calls['createPreview']>
    },
    text: record.previewText,
  }),
  previews: callCommand('listPreviews', { options: ['environment'], text: record.previewsText }),
  'end-preview': callCommand('endPreview', {
    takes: ['LINK'],
    options: ['environment', 'reason'],
    text: ({ id, what }) => `The link ${id}, which showed ${what}, has ended.`,
  }),
  promote: callCommand('promote', {
    takes: ['PART', '[VERSION]'],
    options: ['from', 'override', ...change],
    summary: 'make a version live for everyone; without VERSION the candidate, or what --from has',
    text: live.changedText,
  }),
  canary: callCommand('canary', {
    takes: ['PART', '[VERSION]'],
    options: ['traffic', 'linear', 'every', 'steps', 'without-evidence', 'group', 'override', ...change],
    summary:
      'give a version to a percentage of the visitors, or to more and more of them; without VERSION more or less of the candidate',
    input: (given) => {
      const { linear, every, steps, 'without-evidence': byTimeAlone, ...input } = inEnvironment(given)
      return { ...input, strategy: strategyOf(given) }
    },
    text: live.changedText,
  }),
  abort: callCommand('abort', { ...ofPart, text: live.abortedText }),
  pause: callCommand('pause', { ...ofPart, text: live.changedText }),
  resume: callCommand('resume', { ...ofPart, text: live.changedText }),
  rollback: command({
    takes: ['[PART]', '[VERSION]'],
    options: ['composition', 'yes', 'override', ...change],
    summary:
      'go back: to what was live before, further back to VERSION, or, with --yes and a --reason, a whole environment to --composition',
    run: async (given, context) => {
      const { part, version, composition, yes, ...input } = inEnvironment(given)
      checkOne([part, composition], 'rollback needs a PART or a --composition.')
      const { registry } = await context.connect()
      const asking = { ...context, registry }
      if (part !== undefined) return send(asking, 'rollback', { ...input, part, version }, live.changedText)
      const wanted = { ...input, composition: composition ?? '' }
      if (!yes || !input.reason) {
        const { versions } = await registry.showComposition(wanted)
        throw new UsageError(live.restoringText(await registry.showEnvironment(wanted), versions))
      }
      return send(asking, 'rollbackEnvironment', wanted, live.environmentChangedText)
    },
  }),
  rehearse: command({
    takes: ['[PART]'],
    options: ['environment', 'reason'],
    summary:
      'take the newest version of each part away and bring it back, in an environment and on an edge of its own with the visitors of this one; what they saw, and how long it took; exits with code 1 if a page failed',
    run: (given, context) => rehearseUntilStopped(inEnvironment(given), context),
  }),
  retire: callCommand('retire', { ...ofPart, needs: ['reason'], text: live.environmentChangedText }),
  kill: callCommand('kill', { takes: ['PART'], options: ['notice', ...stop], needs: ['reason'], text: live.stopText }),
  revive: callCommand('revive', { ...ofPart, text: live.liftedText }),
  freeze: callCommand('freeze', {
    options: stop,
    needs: ['reason'],
    summary: 'let nothing new go live in an environment; going back stays possible',
    text: live.stopText,
  }),
  unfreeze: callCommand('unfreeze', { options: change, text: live.liftedText }),
  lock: callCommand('lock', { takes: ['PART'], options: stop, needs: ['reason'], text: live.stopText }),
  unlock: callCommand('unlock', { ...ofPart, text: live.liftedText }),
  'schedule promote': scheduled('promote', { takes: ['PART', 'VERSION'], options: later }),
  'schedule canary': scheduled('canary', {
    takes: ['PART', 'VERSION'],
    options: ['traffic', ...later],
    needs: ['traffic', 'at'],
  }),
  'schedule rollback': scheduled('rollback', { takes: ['PART'], options: later }),
  'schedule abort': scheduled('abort', { takes: ['PART'], options: later }),
  'schedule revive': scheduled('revive', { takes: ['PART'], options: later }),
  'schedule unlock': scheduled('unlock', { takes: ['PART'], options: later }),
  'schedule freeze': scheduled('freeze', { options: ['until', ...later], needs: ['until', 'at', 'reason'] }),
  'schedule unfreeze': scheduled('unfreeze', { options: later }),
  scheduled: callCommand('listSchedule', { options: ['environment'], text: record.scheduleText }),
  unschedule: callCommand('unschedule', {
    takes: ['CHANGE'],
    options: ['environment', 'reason'],
    text: live.takenBackText,
  }),
  'notify add': callCommand('addRecipient', {
    takes: ['TARGET'],
    options: ['part', 'environment', 'reason'],
    text: ({ id, target, environment, part, secret }) =>
      `${target} gets the changes of ${part === null ? environment : `${part} in ${environment}`}. To end it: npm run release -- notify remove ${id}${
        secret === null ? '' : `\nThe key of its signatures (Standard Webhooks), shown only once: ${secret}`
      }`,
  }),
  'notify list': callCommand('listRecipients', { options: ['environment'], text: record.recipientsText }),
  'notify remove': callCommand('removeRecipient', {
    takes: ['RECIPIENT'],
    options: ['environment', 'reason'],
    text: ({ target }) => `${target} gets nothing any more.`,
  }),
  'notify log': callCommand('listNotifications', {
    options: ['recipient', 'environment', 'limit'],
    text: record.notificationsText,
  }),
  'notify test': command({
    takes: ['RECIPIENT'],
    options: ['environment'],
    summary: 'send a recipient a test; exits with code 1 if it was not accepted',
    run: async (given, context) => {
      const { registry } = await context.connect()
      const text = ({ target, state, outcome }: Notification) =>
        `${target} ${state === 'sent' ? 'accepted' : 'did not accept'} the test. ${outcome ?? ''}`.trimEnd()
      const done = await send({ ...context, registry }, 'testRecipient', inEnvironment(given), text)
      return { ...done, failed: done.json.state !== 'sent' }
    },
  }),
  status: callCommand('showEnvironment', {
    options: ['environment'],
    summary: 'what an environment serves, to whom, what is stopped in it, and which edges are behind',
    text: live.statusText,
  }),
  compositions: callCommand('listCompositions', {
    options: ['environment', 'before', 'limit'],
    text: record.compositionsText,
  }),
  why: callCommand('why', {
    takes: ['WHAT'],
    summary: 'why somebody saw what they saw: by a composition, or by the report that a failure panel names',
    input: ({ what: id }) => ({ id }),
    text: record.whyText,
  }),
  events: callCommand('listEvents', {
    options: ['environment', 'part', 'actor', 'action', 'refused', 'since', 'until', 'before', 'limit'],
    input: ({ refused, ...given }) => ({ ...given, refused: refused ? 'true' : undefined }),
    text: record.eventsText,
  }),
  metrics: command({
    options: ['environment', 'months', 'csv'],
    summary: 'how often releases go live, how fast, how many are taken back, and how fast; by month and part',
    run: async ({ csv, ...given }, context) => {
      const { registry } = await context.connect()
      const text = csv ? (found: Delivery) => deliveryCsv(found).trimEnd() : record.deliveryText
      return send({ ...context, registry }, 'showDelivery', inEnvironment(given), text)
    },
  }),
  'clean-up': command({
    options: ['days', 'uploads', 'delete', 'reason'],
    summary:
      'releases that no page can need any more, abandoned uploads, and why the rest is kept; with --delete those are deleted',
    run: async ({ days, uploads: uploadSeconds, delete: deletes, reason }, { connect }) => {
      const { registry } = await connect()
      const found = await registry.listUnused({ days, uploadSeconds })
      if (!deletes) return { text: record.unusedText(found), json: found }
      // Exactly the listed releases, not those that became unused since then.
      const names = (all: { part: string; version: string }[]) =>
        all.slice(0, MOST_AT_ONCE).map(({ part, version }) => ({ part, version }))
      const done = await registry.cleanUp({
        days: found.days,
        uploadSeconds: found.uploadSeconds,
        releases: names(found.releases),
        uploads: names(found.uploads),
        reason,
      })
      const deleted = `Deleted: ${done.deleted} releases and ${done.deletedUploads} uploads.`
      return { text: `${record.unusedText(found)}\n${deleted}`, json: { ...found, ...done } }
    },
  }),
  addresses: callCommand('listAddresses', { options: ['environment'], text: record.addressesText }),
  'address reserve': callCommand('reserveAddress', { ...ofAddress, text: live.addressReservedText }),
  'address release': callCommand('releaseAddress', { ...ofAddress, text: live.addressReleasedText }),
  environments: callCommand('listEnvironments', { text: record.environmentsText }),
  'environment create': callCommand('createEnvironment', {
    takes: ['NAME'],
    options: ['reason'],
    summary: 'one more environment, with nothing in it',
    input: ({ name, reason }) => ({ name: asEnvironment(name), reason }),
    text: ({ environment }) => `Created the environment ${environment}.`,
  }),
  ...trustCommands,
  completion: command({
    summary: 'a script for tab completion in Bash and Zsh',
    run: async () => ({ text: completionScript, json: { script: `${completionScript}\n` } }),
  }),
  tokens: callCommand('listTokens', { summary: 'who may do what', text: record.tokensText }),
  'token create': command({
    takes: ['NAME'],
    options: ['role', 'part', 'environment', 'until', 'for', 'reason'],
    needs: ['role'],
    summary: 'make a token and show it once, with what it may do',
    run: async ({ until: expiresAt, ...given }, context) => {
      const { registry } = await context.connect()
      const created = await send({ ...context, registry }, 'createToken', { ...given, expiresAt }, ({ token }) => token)
      // On standard error, since programs read the token from standard output.
      if (!context.json) context.terminal.stderr.write(`${grantWords(created.json)}\n`)
      return created
    },
  }),
  identities: callCommand('listIdentities', {
    summary: 'whose ID tokens are exchanged for tokens, such as those of pipelines',
    text: record.identitiesText,
  }),
  'identity add': command({
    takes: ['NAME'],
    options: ['issuer', 'audience', 'claims', 'role', 'part', 'environment', 'reason'],
    needs: ['issuer', 'claims', 'role'],
    summary: 'exchange the ID tokens of an issuer that say this for tokens of ten minutes',
    run: async ({ audience, ...given }, context) => {
      const { access, registry } = await context.connect()
      const wanted = { ...given, audience: audience ?? new URL(access.url).origin }
      const added = ({ name, role, part, environment }: typeof wanted) =>
        grantWords({ name, role, part: part ?? null, environment: environment ?? null })
      return send({ ...context, registry }, 'addIdentity', wanted, () => added(wanted))
    },
  }),
  'identity remove': callCommand('removeIdentity', {
    takes: ['NAME'],
    options: ['reason'],
    text: ({ name, revoked }) => `"${name}" gets no more tokens${revoked > 0 ? `, and ${revoked} have ended` : ''}.`,
  }),
  'token revoke': callCommand('revokeToken', {
    takes: ['NAME'],
    options: ['reason'],
    text: ({ name }) => `The token "${name}" is no longer valid.`,
  }),
}

// Commands that change pages wait until the edges serve the change.
for (const name of changesOfPages) if (commands[name]) commands[name] = followed(commands[name])

/** Ctrl-C ends the rehearsal with its edge. */
async function rehearseUntilStopped(wanted: Parameters<typeof rehearse>[1], context: CommandContext): Promise<Outcome> {
  const stopping = new AbortController()
  const stop = () => stopping.abort()
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
  for (const signal of signals) process.on(signal, stop)
  try {
    const done = await rehearse(context, wanted, stopping.signal)
    return { text: record.rehearsalText(done), json: done, failed: done.problems.length > 0 }
  } catch (error) {
    if (!stopping.signal.aborted) throw error
    const text = `The rehearsal was stopped, and its edge with it. ${wanted.environment} is as it was; the next rehearsal begins anew.`
    return { text, json: { stopped: true }, failed: true }
  } finally {
    for (const signal of signals) process.off(signal, stop)
  }
}

/** The commit of each version, as far as its release names one. */
const sourcesIn = (versions: PartVersions['versions']) => (version: string) =>
  versions.find((each) => each.version === version)?.source

type About = { part: string; version: string } & Given<never, 'environment' | 'valid' | 'folder' | 'reason'>

/** A version beside the live one, with a new link to its preview. */
async function described(
  asking: Pick<CommandContext, 'terminal' | 'json'> & { registry: RegistryClient },
  { valid: seconds, folder, reason, ...given }: About,
) {
  const { registry } = asking
  const asked = inEnvironment(given)
  const difference = await registry.showDifference(asked).catch((error) => {
    // Nothing is live that it could be beside.
    if (error instanceof RegistryError && error.code === 'not-found') return undefined
    throw error
  })
  const sourceOf = sourcesIn((await registry.listVersions({ part: asked.part })).versions)
  const commits =
    folder === undefined || difference === undefined
      ? undefined
      : commitsBetween(resolve(folder), sourceOf(difference.live), sourceOf(difference.version))
  // It takes longest, so that the link is made last, and not for nothing.
  const gate = await send(asking, 'showGate', asked, record.gateText)
  const preview = await registry.createPreview({ ...asked, seconds, reason })
  const found = { difference, gate: gate.json, preview, commits }
  return { ...found, markdown: descriptionOf(found) }
}

/** Throws `UsageError` unless exactly one of these is given. */
function checkOne(ways: unknown[], words: string): void {
  if (ways.filter((way) => way !== undefined).length !== 1) throw new UsageError(words)
}

type Growth = Given<never, 'linear' | 'every' | 'steps' | 'traffic' | 'without-evidence'>

function strategyOf(given: Growth): StrategyWanted | undefined {
  const { traffic, linear, every, steps, 'without-evidence': byTimeAlone } = given
  checkOne([traffic, linear, steps], 'canary needs one of --traffic, --linear and --steps.')
  if ((linear === undefined) !== (every === undefined)) throw new UsageError('--linear and --every go together.')
  const needsEvidence = byTimeAlone !== true
  if (linear !== undefined && every !== undefined)
    return { kind: 'linear', percent: linear, seconds: every, needsEvidence }
  return steps && { kind: 'canary', steps, needsEvidence }
}

const program = join(root, 'scripts/run.mjs')

/** Defines a function `release` with tab completion, for Bash, and for Zsh by its emulation of Bash. */
export const completionScript = `# eval "$(npm run --silent release -- completion)"
release() { npm run --silent release -- "$@"; }
if [ -n "\${ZSH_VERSION-}" ]; then
  autoload -U compinit bashcompinit
  whence compdef > /dev/null || compinit -i -D
  bashcompinit
fi
_marram_release() {
  local word="\${COMP_WORDS[COMP_CWORD]}"
  local offered="$(node '${program}' release --complete "\${COMP_WORDS[@]:1:COMP_CWORD-1}" "$word" 2> /dev/null)"
  COMPREPLY=($(compgen -W "$offered" -- "$word"))
}
complete -o default -F _marram_release release`
