import * as z from 'zod/mini'
import { call, post, read } from '../call'
import { publicKey, signature, signedTrust } from '../trust/trust'
import * as names from './names'

const text = z.string()
const signed = { key: publicKey, signature, by: text, at: names.moment }

const ofRelease = z.object({
  digest: text.check(z.describe('Of its release.json.')),
  signatures: z.array(z.object(signed)),
  approvals: z.array(z.extend(z.object(signed), { environment: text })),
})

const waiting = z.object({
  part: text,
  version: text,
  digest: text.check(z.describe('Of its release.json: what is approved.')),
  publishedBy: text,
  publishedAt: names.moment,
  live: z.nullable(text).check(z.describe('What is live for most visitors and would be replaced.')),
  approvers: z.array(text).check(z.describe('Who approved it already.')),
  problem: z.nullable(text).check(z.describe('Why no edge would run it, whoever approves it.')),
})
export const approvals = z.object({
  environment: text,
  needed: z.int().check(z.describe('How many managers have to approve what goes live here.')),
  managers: z.record(text, text).check(z.describe('The owner of each key that counts as an approval.')),
  waiting: z.array(waiting).check(z.describe('Of each part the newest version, where it still needs approvals.')),
})
export type Approvals = z.output<typeof approvals>

const ofVersion = '/releases/parts/{part}/versions/{version}' as const
const given = { key: publicKey, signature }
const stored = z.object({ part: text, version: text, changed: z.boolean() })

export const trustCalls = {
  /** For edges, and for whoever signs: public keys and names of their owners. */
  showTrust: call({
    method: 'GET',
    path: '/releases/trust',
    summary: 'Who may sign what: trust.json',
    query: z.object({ after: z._default(names.count(0, 1_000_000), 0) }),
    response: z.object({
      versions: z
        .array(signedTrust)
        .check(
          z.describe('All after that version, oldest first; without `after` the newest alone. Empty without any.'),
        ),
    }),
    noStore: true,
  }),
  updateTrust: post('/releases/trust', 'trust', 'Replace trust.json by a later version that its root keys signed', {
    body: z.object({
      ...signedTrust.shape,
      override: z.optional(z.boolean()).check(z.describe('Also where edges would stop serving what is live.')),
      reason: z.optional(names.reason),
    }),
    response: z.object({
      version: z.int(),
      changed: z.boolean(),
      unmet: z.array(text).check(z.describe('What is live and does not fulfil it.')),
    }),
    mayRepeat: () => true,
  }),
  /** For edges; for others without a token only of releases that visitors have had. */
  showSignatures: call({
    method: 'GET',
    path: `${ofVersion}/signatures`,
    summary: 'Who signed and approved a release',
    response: ofRelease,
    noStore: true,
  }),
  signRelease: post(`${ofVersion}/signatures`, 'publish', 'Add the signature of a team to a release', {
    body: z.object(given),
    response: stored,
    mayRepeat: () => true,
  }),
  listApprovals: read(`${names.ofEnvironment}/approvals`, 'What waits for approval', approvals),
  approve: post(`${names.ofPart}/versions/{version}/approve`, 'approve', 'Approve that a release goes live', {
    body: z.object({ ...given, reason: z.optional(names.reason) }),
    response: z.extend(stored, { environment: text, approvers: z.array(text), needed: z.int() }),
    mayRepeat: () => true,
  }),
}
