import type { Composition, PublicConfiguration } from '@marram/release-contract/composition'
import { z } from 'zod'

export type ServerBuild = { part: string; version: string; file: string; integrity: string }

/** A composition as one process opens it: with the shell's build and at most one section's. */
export type OpenMessage = {
  composition: Composition
  configuration: PublicConfiguration
  shell: ServerBuild
  section?: ServerBuild | undefined
}

/** A request's id, its client's network, and the content that a page is rendered for. The shell declares the same. */
export type RenderedFor = { request?: string; client?: string; content?: { revision: string; changes: number } }

export type Ask =
  | { kind: 'open'; open: OpenMessage }
  /** `pattern` distinguishes pages for the edge. */
  | ({ kind: 'render'; composition: string; url: string; pattern: string } & RenderedFor)
  | { kind: 'frame'; composition: string }
  | { kind: 'close'; composition: string }
  | { kind: 'ping' }

export type Text = string | Uint8Array

/** The result of the shell's server build. */
export type RenderedPage = {
  status: number
  html: Text
  styles: Text
  /** JSON that no parser can take for markup. */
  state: Text
  meta: { title: string; description?: string; noIndex?: boolean } | null
  /** Attributes of each link and meta in the head. Shells before host 1.1 send only `meta`. */
  head?: Record<string, string>[]
  page: { section: string; pattern: string } | null
  location?: string
  /** The content revisions of the API responses that it was rendered from, null for none. Older shells send nothing. */
  calls?: { failed: boolean; revisions: (string | null)[] }
}

/** `response` is the number of the call; the body follows as bytes, unless the call failed with an `error`. */
export type ToChild =
  | { n: number; ask: Ask }
  | { response: number; status: number; headers: Record<string, string>; bytes: [body: number] }
  | { response: number; error: string }

const text = z.string().optional()
/** What shell and sections report while they render; older shells send less. */
const renderReport = z.object({
  kind: z.string(),
  message: z.string(),
  part: text,
  version: text,
  stage: text,
  stack: text,
  /** The id of the request whose render reports it. */
  request: text,
})
export type RenderReport = z.infer<typeof renderReport>
/** The builds of the reporting process; `isLive` if it serves visitors. */
export type RenderProcess = Pick<OpenMessage, 'shell' | 'section'> & { isLive: boolean }
export type OnReport = (report: RenderReport, from: RenderProcess) => void

export const fromChild = z.union([
  z.strictObject({ report: renderReport }),
  z.strictObject({ full: z.literal(true) }),
  /** A call of the API, while the page of the ask `n` is rendered. */
  z.strictObject({ call: z.number(), n: z.number(), url: z.string().max(8000) }),
  z.strictObject({
    n: z.number(),
    ok: z.unknown().optional(),
    error: z.string().optional(),
    /** For a page: the lengths of its html, styles and state, which follow. */
    bytes: z.tuple([z.number(), z.number(), z.number()]).optional(),
  }),
])
export type FromChild = z.input<typeof fromChild>
