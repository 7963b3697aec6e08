import { readFile, writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import {
  approvalBy,
  describedRelease,
  firstTrust,
  nextTrust,
  signPublished,
  signTrust,
  whyIncomplete,
} from '@marram/build/change-trust'
import { followTrust, giveBack, keepTrust, keptTrustFile, readKeptTrust } from '@marram/build/kept-trust'
import { createKey, keysFolder, retireKey, type SigningKey } from '@marram/build/signing-keys'
import { UsageError } from '@marram/build/usage-error'
import type { RegistryClient } from '@marram/release-contract/registry-client'
import { OTHER_PARTS, type SignedTrust, shortKey, type Trust } from '@marram/release-contract/trust'
import { readTrust, whyNotSigned } from '@marram/release-contract/trust/verify'
import { agrees, type Command, type CommandContext, command, inEnvironment, type Outcome, send } from './command'
import type { Given } from './options'
import { ownKeys } from './own-keys'
import { approvalsText, changesText, trustText } from './trust-texts'

type Sending = { override?: boolean | undefined; reason?: string | undefined }

/** Sends a changed trust.json, or writes it to a file for the next holder of a root key if signatures are missing. */
async function sendTrust(
  context: CommandContext,
  { current, next, override, reason }: Sending & { current: Trust | undefined; next: SignedTrust },
): Promise<Outcome> {
  const { access, registry } = await context.connect()
  const { version } = next.trust
  const lacks = whyIncomplete(current, next)
  // No signature has left this machine so far.
  context.terminal.stderr.write(`${changesText(current, next.trust)}\n`)
  if (!(await agrees(context, `Sign trust.json ${version}?`)))
    return { text: 'Nothing was signed or sent.', json: next.trust, failed: true }
  if (lacks === undefined) {
    const sent = await send({ ...context, registry }, 'updateTrust', { ...next, override, reason }, ({ unmet }) =>
      [`trust.json ${version} is what edges trust from now on.`, ...unmet].join('\n'),
    )
    keepTrust(keptTrustFile(keysFolder(context.terminal.env), access.url), next)
    return sent
  }
  const file = resolve(`trust-${version}.json`)
  await writeFile(file, `${JSON.stringify(next, null, 2)}\n`)
  const text = `${lacks} It is in ${file}: whoever holds another root key goes on with npm run release -- trust update ${file}`
  return { text, json: { file, ...next }, failed: true }
}

/** Our key that trust.json names for something. Throws `UsageError` without one. */
function ownOf(keys: SigningKey[], named: readonly string[], what: string): SigningKey {
  const own = keys.find(({ key }) => named.includes(key))
  if (own) return own
  const have =
    keys.length === 0
      ? 'You have no key. Make one: npm run release -- key create NAME'
      : `You have ${keys.map(namedKey).join(', ')}.`
  throw new UsageError(`None of your keys ${what}. ${have}`)
}
const namedKey = ({ name, key }: SigningKey) => `${name} (${shortKey(key)})`

/**
 * What the site trusts, if that follows from what was trusted here last. It is kept for the next time; the first one is
 * shown, as SSH shows the key of a host. `to` change it, a registry that lost the kept one gets it back.
 */
async function trustedHere(context: CommandContext, to: 'read' | 'sign' | 'change'): Promise<Trust | undefined> {
  const { access, registry } = await context.connect()
  const { env, stderr } = context.terminal
  const file = keptTrustFile(keysFolder(env), access.url)
  const kept = readKeptTrust(file)
  if (to === 'change') await giveBack(registry, kept)
  const current = await followTrust(registry, kept)
  if (!current || to === 'read') return current?.trust
  if (!kept) {
    const own = ownKeys(context.terminal).map(({ key }) => key)
    stderr.write(
      `The trust.json of ${access.url} is seen here for the first time, and trusted from then on (${file}). Compare it with what the others see who hold keys:\n${trustText(current.trust, own)}\n`,
    )
  }
  keepTrust(file, current)
  return current.trust
}

async function currentOf(context: CommandContext, to: 'read' | 'sign' = 'sign'): Promise<Trust> {
  const current = await trustedHere(context, to)
  if (!current)
    throw new UsageError('This site has no trust.json yet. Make the first one: npm run release -- trust update')
  return current
}

/** An approval that another name needs protects nothing. */
async function demandEnvironment(registry: RegistryClient, name: string): Promise<void> {
  const { environments } = await registry.listEnvironments()
  const names = environments.map((each) => each.environment)
  if (!names.includes(name)) throw new UsageError(`There is no environment ${name}. There are ${names.join(', ')}.`)
}

type Edit = Given<never, 'key' | 'owner' | 'part' | 'manager' | 'root' | 'threshold' | 'approvals'>

/** With one key more, or another number. */
function edited(
  trust: Trust,
  { key, owner, part, manager, root, threshold, approvals }: Edit,
  withdrawn: string[],
): Trust {
  if (key !== undefined && !trust.keys[key] && owner === undefined)
    throw new UsageError('Say whose key it is: --owner NAME.')
  if (key === undefined && (part ?? manager ?? root) !== undefined) throw new UsageError('Say which key: --key KEY.')
  const more = (all: string[]) => (key === undefined || all.includes(key) ? all : [...all, key])
  return {
    ...trust,
    keys: key === undefined ? trust.keys : { ...trust.keys, [key]: owner ?? (trust.keys[key] as string) },
    roots: { keys: root ? more(trust.roots.keys) : trust.roots.keys, threshold: threshold ?? trust.roots.threshold },
    // A part with a key of its own is no longer signed with those of other parts.
    parts: part === undefined ? trust.parts : { ...trust.parts, [part]: more(trust.parts[part] ?? []) },
    managers: manager ? more(trust.managers) : trust.managers,
    approvals: approvals ? { ...trust.approvals, [approvals.environment]: approvals.needed } : trust.approvals,
    withdrawn: [...new Set([...trust.withdrawn, ...withdrawn])],
  }
}

/** Without a key, wherever it is named. A part of which it was the only key has no key, and takes no release. */
function without(trust: Trust, key: string): Trust {
  const rest = (all: string[]) => all.filter((each) => each !== key)
  const { [key]: owner, ...keys } = trust.keys
  if (owner === undefined) throw new UsageError(`${key} is not in trust.json ${trust.version}.`)
  const parts = Object.fromEntries(Object.entries(trust.parts).map(([part, all]) => [part, rest(all)]))
  const [alone] = Object.entries(parts).find(([, all]) => all.length === 0) ?? []
  if (alone !== undefined) {
    const what = alone === OTHER_PARTS ? 'all other parts' : alone
    throw new UsageError(
      `It is the only key of ${what}. Add another one first: npm run release -- trust update --key KEY --part ${what}`,
    )
  }
  return {
    ...trust,
    keys,
    parts,
    managers: rest(trust.managers),
    roots: { ...trust.roots, keys: rest(trust.roots.keys) },
  }
}

/** Wherever one key is named, the other one too. */
function beside(trust: Trust, key: string, added: string): Trust {
  const both = (all: string[]) => (all.includes(key) && !all.includes(added) ? [...all, added] : all)
  return {
    ...trust,
    keys: { ...trust.keys, [added]: trust.keys[key] as string },
    parts: Object.fromEntries(Object.entries(trust.parts).map(([part, all]) => [part, both(all)])),
    managers: both(trust.managers),
    roots: { ...trust.roots, keys: both(trust.roots.keys) },
  }
}

async function readChanged(path: string): Promise<SignedTrust> {
  const text = await readFile(resolve(path), 'utf8').catch(() => {
    throw new UsageError(`${path} cannot be read.`)
  })
  try {
    const json = JSON.parse(text)
    return readTrust('trust' in json ? json : { trust: json, signatures: [] })
  } catch (error) {
    throw new UsageError(`${path}: ${(error as Error).message}`)
  }
}

/** Keys of this user, and what the site trusts. */
export const trustCommands: Record<string, Command> = {
  'key create': command({
    takes: ['NAME'],
    summary: 'make a key of your own, in a file that only you can read; prints its public half',
    run: async ({ name }, { terminal }) => {
      const { key } = createKey(keysFolder(terminal.env), name)
      const text = `${key}\nThis is its public half. Whoever holds a root key of the site adds it: npm run release -- trust update --key ${key} --owner NAME --part PART`
      return { text, json: { name, key } }
    },
  }),
  'key list': command({
    summary: 'your keys, by their public halves',
    run: async (_, { terminal }) => {
      const keys = ownKeys(terminal).map(({ name, key }) => ({ name, key }))
      const lines = keys.map(({ name, key }) => `${key}  ${name}`)
      return {
        text: lines.join('\n') || 'You have no key. Make one: npm run release -- key create NAME',
        json: { keys },
      }
    },
  }),
  'key rotate': command({
    takes: ['KEY', 'NEW'],
    options: ['reason'],
    summary: 'let another key of yours take the place of one: signs again what that signed, which then may be revoked',
    run: async ({ key: name, new: newName, reason }, context) => {
      const { env } = context.terminal
      const { access } = await context.connect()
      const current = await currentOf(context)
      const keys = ownKeys(context.terminal)
      const old = keys.find((each) => each.name === name || each.key === name)
      if (!old) throw new UsageError(`You have no key ${name}.`)
      const added = keys.find((each) => each.name === newName) ?? createKey(keysFolder(env), newName)
      if (!current.keys[added.key]) {
        const next = nextTrust(current, (trust) => beside(trust, old.key, added.key), [...keys, added])
        const sent = await sendTrust(context, { current, next, reason })
        if (sent.failed) return { ...sent, text: `${sent.text}\nOnce it is trusted, run this command again.` }
      }
      const signed = await signPublished(access, added, old.key)
      retireKey(old)
      const text = `${newName} takes the place of ${name}, and signed ${signed.length} releases again. To end what ${name} may do: npm run release -- key revoke ${old.key}`
      return { text, json: { key: added.key, signed } }
    },
  }),
  'key revoke': command({
    takes: ['KEY'],
    options: ['override', 'reason'],
    summary:
      'let nothing new count that a key signed, as where it was stolen; what its approvals brought live stays until trust update --withdraw',
    run: async ({ key: name, ...given }, context) => {
      const current = await currentOf(context)
      const keys = ownKeys(context.terminal)
      const key = keys.find((each) => each.name === name)?.key ?? name
      return sendTrust(context, { ...given, current, next: nextTrust(current, (trust) => without(trust, key), keys) })
    },
  }),
  approve: command({
    takes: ['PART', 'VERSION'],
    options: ['environment', 'reason'],
    summary: 'approve with your key that a version goes live in an environment',
    run: async (given, context) => {
      const { part, version, environment, reason } = inEnvironment(given)
      const { access, registry } = await context.connect()
      const current = await currentOf(context)
      const key = ownOf(ownKeys(context.terminal), current.managers, 'is one of a manager')
      const { bytes, digest } = await describedRelease(access, part, version)
      const { signatures } = await registry.showSignatures({ part, version })
      // What the registry sent must be the team's before it has an approval.
      const problem = whyNotSigned(current, { part, version, digest, bytes, signatures })
      if (problem !== undefined) throw new UsageError(problem)
      const approval = approvalBy(key, { part, version, digest, environment })
      return send({ ...context, registry }, 'approve', { part, version, environment, reason, ...approval }, (done) =>
        approvedText(done),
      )
    },
  }),
  approvals: command({
    options: ['environment'],
    summary: 'what waits for approval in an environment',
    run: async (given, context) => {
      const { registry } = await context.connect()
      return send({ ...context, registry }, 'listApprovals', inEnvironment(given), approvalsText)
    },
  }),
  'trust show': command({
    summary: 'who may sign what, and how many approvals each environment needs; with --json the document itself',
    run: async (_, context) => {
      const trust = await currentOf(context, 'read')
      const own = ownKeys(context.terminal).map(({ key }) => key)
      return { text: trustText(trust, own), json: trust }
    },
  }),
  'trust update': command({
    takes: ['[FILE]'],
    options: [
      ...([
        'key',
        'owner',
        'part',
        'manager',
        'root',
        'threshold',
        'approvals',
        'withdraw',
        'override',
        'reason',
      ] as const),
    ],
    summary: 'change who may sign what; signs with your root keys, and says who else has to',
    run: async ({ file, withdraw, override, reason, ...edit }, context) => {
      const { access, registry } = await context.connect()
      const current = await trustedHere(context, 'change')
      if (edit.approvals) await demandEnvironment(registry, edit.approvals.environment)
      const keys = ownKeys(context.terminal)
      const given = { current, override, reason }
      if (file !== undefined) {
        const { trust, signatures } = await readChanged(file)
        // One that nobody has signed is a change of what is trusted now.
        const isDraft = signatures.length === 0 && current !== undefined
        if (current && !isDraft && trust.version !== current.version + 1)
          throw new UsageError(
            `${file} is trust.json ${trust.version}, and ${current.version} is trusted now: only ${current.version + 1} comes after it, since its version never goes back and leaves none out.`,
          )
        const next = isDraft ? nextTrust(current, () => trust, keys) : signTrust({ trust, signatures }, current, keys)
        return sendTrust(context, { ...given, next })
      }
      if (!current) {
        const own = keys[0]
        if (!own) throw new UsageError('You have no key. Make one: npm run release -- key create NAME')
        const first = edited(firstTrust(own, edit.owner ?? own.name), edit, [])
        return sendTrust(context, { ...given, next: signTrust({ trust: first, signatures: [] }, undefined, keys) })
      }
      const withdrawn = withdraw ? [(await describedRelease(access, withdraw.part, withdraw.version)).digest] : []
      const next = nextTrust(current, (trust) => edited(trust, edit, withdrawn), keys)
      return sendTrust(context, { ...given, next })
    },
  }),
}

const approvedText = (done: {
  part: string
  version: string
  environment: string
  approvers: string[]
  needed: number
}) =>
  `${done.part} ${done.version} is approved for ${done.environment} by ${done.approvers.join(', ')}: ${done.approvers.length} of ${done.needed}.`
