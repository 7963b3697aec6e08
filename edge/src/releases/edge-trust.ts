import path from 'node:path'
import { trustCalls } from '@marram/release-contract/calls/trust'
import { sendCall } from '@marram/release-contract/registry-client'
import { RELEASE_FILE } from '@marram/release-contract/release'
import { type SignatureBy, type SignedTrust, signatureBy, type Trust } from '@marram/release-contract/trust'
import {
  demandNext,
  demandSigned,
  isExpired,
  readTrust,
  type Signed,
  Untrusted,
  whyNotApproved,
  whyNotSigned,
} from '@marram/release-contract/trust/verify'
import type { Logger } from '@marram/server/log'
import { LRUCache } from 'lru-cache'
import { z } from 'zod'
import { expiringCache } from '../limits/expiring-cache'
import { type EdgeSettings, registryAccess } from '../settings'
import { readFile, readIfThere, type StoredRelease, writeAtomically } from './stored-release'

type Settings = Pick<EdgeSettings, 'RELEASES_URL' | 'RELEASES_TOKEN' | 'MARRAM_ENVIRONMENT'> & {
  folder: string
  log: Logger
  now?: () => Date
}

/** A release whose description is here. `folder`: that of its files. */
export type Described = { part: string; version: string; bytes: Buffer; integrity: string; folder: string }

/** Beside the files of a release; no file of a release has such a name. */
const SIGNATURES = 'signatures!.json'
const MOST_ACCEPTED = 20_000
/** Of one release. Each takes a tenth of a millisecond to verify, while this edge does nothing else. */
const MOST_SIGNATURES = 50
/** Visitors may request files of a refused release again and again. */
const REFUSED_MS = 2000
const MOST_REFUSED = 1000

const stored = z.object({
  signatures: z.array(signatureBy),
  approvals: z.array(z.object({ environment: z.string(), ...signatureBy.shape })),
})
type Stored = z.infer<typeof stored>
const accepted = z.object({ accepted: z.array(z.string()) })

/**
 * Whom this edge trusts: a `trust.json` of its own, which only its root keys can replace. The registry passes on
 * signatures and later versions, and decides nothing. Without one, everything that the registry names is taken.
 */
export class EdgeTrust {
  private signed: SignedTrust | undefined
  /** What went live here once, as `part@version digest`: its approvals were enough then, and a rollback brings it back. */
  private readonly accepted = new LRUCache<string, true>({ max: MOST_ACCEPTED })
  /** Why a release is not its team's, by its digest. */
  private readonly refused = expiringCache<string>({ max: MOST_REFUSED, ttl: REFUSED_MS })
  private saving = Promise.resolve()
  /** Names of files that could not be written, for example on a full disk. */
  private readonly unsaved = new Set<string>()
  private following: Promise<void> | undefined
  private lastProblem: string | undefined

  constructor(
    private readonly settings: Settings,
    /** Another one is trusted from now on. */
    private readonly onChange: () => Promise<void>,
  ) {}

  private get file(): string {
    return path.join(this.settings.folder, 'trust.json')
  }

  private get acceptedFile(): string {
    return path.join(this.settings.folder, `accepted-${this.settings.MARRAM_ENVIRONMENT}.json`)
  }

  private get now(): Date {
    return this.settings.now?.() ?? new Date()
  }

  private get trust(): Trust | undefined {
    return this.signed?.trust
  }

  /** Version of the trusted one, and whether it has expired; undefined without any. */
  state(): { version: number; expires: string; isExpired: boolean } | undefined {
    const { trust } = this
    return trust && { version: trust.version, expires: trust.expires, isExpired: isExpired(trust, this.now) }
  }

  /** Why the one that the registry names is not taken; undefined while there is no such problem. */
  get problem(): string | undefined {
    return this.lastProblem
  }

  /** Rejects if a file is there and cannot be used: going on without it would trust everybody. */
  async start(): Promise<void> {
    const { log } = this.settings
    this.signed = await readTrustFile(this.file)
    const known = await readIfThere(this.acceptedFile)
    if (known)
      for (const key of accepted.parse(JSON.parse(known.toString('utf8'))).accepted) this.accepted.set(key, true)
    if (this.signed) log.info(this.state(), 'releases have to be signed as trust.json demands')
    else log.info('there is no trust.json here yet: the first one of the registry is trusted from then on')
  }

  /**
   * Takes what the registry has, if it names a later version than this edge has; never rejects. False if no document may
   * be taken: the registry names a trust.json, and without any, everything that the document names would be trusted.
   */
  async follow(version: number | undefined): Promise<boolean> {
    const own = this.trust?.version ?? 0
    if (this.unsaved.has(path.basename(this.file))) await this.saveTrust()
    if (this.unsaved.has(path.basename(this.acceptedFile))) await this.saveAccepted()
    if (version === undefined || version === own) {
      this.lastProblem = undefined
      return true
    }
    this.following ??= (version > own ? this.takeAfter(own, version) : refuseEarlier(version, own))
      .then(
        () => {
          this.lastProblem = undefined
        },
        (error: Error) => this.noteProblem(error),
      )
      .finally(() => {
        this.following = undefined
      })
    await this.following
    return this.trust !== undefined
  }

  private noteProblem({ message: reason }: Error): void {
    if (this.lastProblem !== reason)
      this.settings.log.error({ reason, trusted: this.trust?.version }, 'a trust.json of the registry is not taken')
    this.lastProblem = reason
  }

  /** An invalid one keeps none before it from being taken, nor a full disk any of them: each may withdraw something. */
  private async takeAfter(after: number, named: number): Promise<void> {
    const access = { ...registryAccess(this.settings), checked: false }
    const { versions } = await sendCall(access, trustCalls.showTrust, { after })
    const former = this.signed
    try {
      for (const each of versions) {
        const next = readTrust(each)
        if (this.trust) demandNext(this.trust, next)
        else demandSigned(next)
        this.signed = next
        this.settings.log.info(this.state(), 'another trust.json is trusted from now on')
      }
      if ((this.trust?.version ?? 0) < named)
        throw new Untrusted(`the registry names trust.json ${named} and does not send it`)
    } finally {
      if (this.signed !== former) {
        this.refused.clear()
        await Promise.all([this.onChange(), this.saveTrust()])
      }
    }
  }

  /** Rejects with `Untrusted` for a release that its part's team did not sign. */
  async demandSigned(release: Described): Promise<void> {
    const refused = this.refused.get(release.integrity)
    if (refused !== undefined) throw new Untrusted(refused)
    await this.demand(release, (trust, { signed }) => whyNotSigned(trust, signed)).catch((error: Error) => {
      if (error instanceof Untrusted) this.refused.set(release.integrity, error.message)
      throw error
    })
  }

  /** Rejects with `Untrusted` for a release that may not go live here. One that went live here before may come back. */
  async admit(release: StoredRelease): Promise<void> {
    const { manifest, integrity, folder } = release
    const { name: part, version } = manifest
    const key = `${part}@${version} ${integrity}`
    const bytes = await readFile(release, RELEASE_FILE)
    await this.demand({ part, version, integrity, bytes, folder }, (trust, { signed, approvals }) => {
      const problem = whyNotSigned(trust, signed)
      if (problem !== undefined || this.accepted.has(key)) return problem
      if (isExpired(trust, this.now))
        return `trust.json ${trust.version} expired on ${trust.expires}: nothing new goes live until its root keys sign a later one.`
      return whyNotApproved(trust, signed, { environment: this.settings.MARRAM_ENVIRONMENT, approvals })
    })
    if (this.trust && !this.accepted.has(key)) {
      this.accepted.set(key, true)
      await this.saveAccepted()
    }
  }

  /** With the signatures that are on this disk; where these are not enough, with those that the registry has now. */
  private async demand(
    release: Described,
    whyNot: (trust: Trust, found: { signed: Signed; approvals: SignatureBy[] }) => string | undefined,
  ): Promise<void> {
    const { trust } = this
    if (!trust) return
    const { part, version, bytes, integrity: digest } = release
    const problemWith = ({ signatures, approvals }: Stored) => {
      const own = approvals.filter(({ environment }) => environment === this.settings.MARRAM_ENVIRONMENT)
      return whyNot(trust, { signed: { part, version, digest, bytes, signatures }, approvals: own })
    }
    const file = path.join(release.folder, SIGNATURES)
    const onDisk = await readSignatures(file)
    const isEnough = onDisk !== undefined && problemWith(onDisk) === undefined
    const fetched = isEnough ? undefined : await this.fetchSignatures(trust, release)
    // Another one is trusted meanwhile, which may have withdrawn this release.
    if (this.trust !== trust) return this.demand(release, whyNot)
    if (!fetched) return
    const problem = problemWith(fetched)
    if (problem !== undefined) throw new Untrusted(problem)
    // Where it cannot be saved, the next check fetches it again.
    await this.save(file, () => JSON.stringify(fetched))
  }

  private async fetchSignatures(trust: Trust, { part, version }: Described): Promise<Stored> {
    const access = { ...registryAccess(this.settings), token: this.settings.RELEASES_TOKEN, checked: false }
    const { signatures, approvals } = stored.parse(await sendCall(access, trustCalls.showSignatures, { part, version }))
    return { signatures: few(trust, signatures), approvals: few(trust, approvals) }
  }

  private saveTrust(): Promise<void> {
    return this.save(this.file, () => `${JSON.stringify(this.signed, null, 2)}\n`)
  }

  private saveAccepted(): Promise<void> {
    return this.save(this.acceptedFile, () => JSON.stringify({ accepted: [...this.accepted.keys()] }))
  }

  /**
   * One after the other. Never rejects: a full disk must neither keep what is signed from visitors nor what is withdrawn
   * on the site.
   */
  private save(file: string, text: () => string): Promise<void> {
    const name = path.basename(file)
    this.saving = this.saving.then(async () => {
      try {
        await writeAtomically(file, text())
        this.unsaved.delete(name)
      } catch (error) {
        const { message: reason } = error as Error
        if (!this.unsaved.has(name)) this.settings.log.error({ file: name, reason }, 'this file cannot be saved here')
        this.unsaved.add(name)
      }
    })
    return this.saving
  }
}

/** Those by known keys first: strangers can add as many as they like, and push none of them out. */
const few = <Each extends SignatureBy>({ keys }: Trust, all: Each[]): Each[] => {
  const isKnown = ({ key }: Each) => Object.hasOwn(keys, key)
  return [...all.filter(isKnown), ...all.filter((each) => !isKnown(each))].slice(0, MOST_SIGNATURES)
}

const refuseEarlier = async (version: number, own: number): Promise<void> => {
  throw new Untrusted(
    `the registry has trust.json ${version}, and this edge trusts ${own}: its version never goes back`,
  )
}

async function readTrustFile(file: string): Promise<SignedTrust | undefined> {
  const bytes = await readIfThere(file)
  if (!bytes) return undefined
  try {
    const signed = readTrust(JSON.parse(bytes.toString('utf8')))
    demandSigned(signed)
    return signed
  } catch (cause) {
    throw new Error(`${file} cannot be used: ${(cause as Error).message}`, { cause })
  }
}

/** A damaged copy counts as none: it is fetched again, and proves nothing by itself. */
async function readSignatures(file: string): Promise<Stored | undefined> {
  const bytes = await readIfThere(file)
  if (!bytes) return undefined
  try {
    return stored.parse(JSON.parse(bytes.toString('utf8')))
  } catch {
    return undefined
  }
}
