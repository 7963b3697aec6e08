import type { Composition, PublicConfiguration } from '@marram/contracts/composition'
import { z } from 'zod'

/** One server build on disk and the digest that its bytes must have. */
export type ServerBuild = { part: string; version: string; file: string; integrity: string }

export type OpenMessage = {
  composition: Composition
  apiUrl: string
  configuration: PublicConfiguration
  shell: ServerBuild
  sections: Record<string, ServerBuild>
}

export type Ask =
  | { kind: 'link'; shell: ServerBuild; section?: ServerBuild; apiUrl: string; configuration: PublicConfiguration }
  | { kind: 'open'; open: OpenMessage }
  | { kind: 'render'; composition: string; url: string }
  | { kind: 'frame'; composition: string }
  | { kind: 'close'; composition: string }
  | { kind: 'ping' }

/** Mirrors what the shell's server build answers with. */
export type RenderedPage = {
  status: number
  html: string
  styles: string
  state: unknown
  meta: { title: string; description?: string; noIndex?: boolean } | null
  /** Attributes of each link and meta in the head. Shells before host 1.1 say only what is in `meta`. */
  head?: Record<string, string>[]
  page: { section: string; pattern: string } | null
  location?: string
}

export type ToChild = { n: number; ask: Ask }

export const fromChild = z.union([
  z.object({ report: z.object({ kind: z.string(), message: z.string() }) }),
  z.object({ n: z.number(), ok: z.unknown().optional(), error: z.string().optional() }),
])
export type FromChild = z.input<typeof fromChild>
