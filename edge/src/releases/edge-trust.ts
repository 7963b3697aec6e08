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
  private saving = Promise.resolve()
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

  /** Takes what the registry has, if it names a later version than this edge has. Never rejects: the last one stays. */
  follow(version: number | undefined): Promise<void> {
    const own = this.trust?.version ?? 0
    if (version === undefined || version === own) return Promise.resolve()
    this.following ??= (version > own ? this.takeAfter(own) : refuseEarlier(version, own))
      .then(
        () => {
          this.lastProblem = undefined
        },
        (error: Error) => this.noteProblem(error),
      )
      .finally(() => {
        this.following = undefined
      })
    return this.following
  }

  private noteProblem({ message: reason }: Error): void {
    if (this.lastProblem !== reason)
      this.settings.log.error({ reason, trusted: this.trust?.version }, 'a trust.json of the registry is not taken')
    this.lastProblem = reason
  }

  private async takeAfter(after: number): Promise<void> {
    const { versions } = await sendCall({ ...registryAccess(this.settings), checked: false }, trustCalls.showTrust, {
      after,
    })
    for (const each of versions) {
      const next = readTrust(each)
      if (this.trust) demandNext(this.trust, next)
      else demandSigned(next)
      await writeAtomically(this.file, `${JSON.stringify(next, null, 2)}\n`)
      this.signed = next
      this.settings.log.info(this.state(), 'another trust.json is trusted from now on')
    }
    await this.onChange()
  }

  /** Rejects with `Untrusted` for a release that its part's team did not sign. */
  async demandSigned(release: Described): Promise<void> {
    await this.demand(release, (trust, { signed }) => whyNotSigned(trust, signed))
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
      this.saving = this.saving.then(() => this.save())
      await this.saving
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
    if (onDisk && problemWith(onDisk) === undefined) return
    const fetched = await this.fetchSignatures(release)
    const problem = problemWith(fetched)
    if (problem !== undefined) throw new Untrusted(problem)
    await writeAtomically(file, JSON.stringify(fetched))
  }

  private async fetchSignatures({ part, version }: Described): Promise<Stored> {
    const access = { ...registryAccess(this.settings), token: this.settings.RELEASES_TOKEN, checked: false }
    return stored.parse(await sendCall(access, trustCalls.showSignatures, { part, version }))
  }

  private async save(): Promise<void> {
    try {
      await writeAtomically(this.acceptedFile, JSON.stringify({ accepted: [...this.accepted.keys()] }))
    } catch (error) {
      const reason = (error as Error).message
      this.settings.log.error({ reason }, 'the list of releases that went live here cannot be saved')
    }
  }
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
