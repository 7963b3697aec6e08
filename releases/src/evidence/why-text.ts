import type { Known } from '@marram/release-contract/calls/evidence'

type Choice = { version: string; rule: string; bucket?: number | undefined }
type Page = { version: string | undefined; preview: boolean }

/** Why a version was chosen for a visitor. The choice is from the time of the report: the page may be older. */
export function choiceWords({ version, rule, bucket }: Choice, page: Page): string {
  const why = rule === 'only' ? `the only one was ${version}` : `bucket ${bucket} was to have ${version}`
  if (page.version === version) return rule === 'only' ? 'the only one' : `bucket ${bucket} gets ${version}`
  if (page.preview) return `a preview; otherwise ${why}`
  const shown = page.version === undefined ? 'the page is without it' : `the page has ${page.version}`
  return `${shown}: opened before that changed, or ${version} could not be used; when it was reported, ${why}`
}

/** What a visitor's link showed. If the registry did not respond, it is only known that there was one. */
export const previewWords = ({ previewOf }: { previewOf?: string | undefined }) =>
  previewOf === undefined ? 'a preview' : `a preview of ${previewOf}`

type Digest = { environment: string; part: string; version: string; right: boolean }

/** `right in production`; unknown for releases that no edge has opened. */
export function digestWords(digests: Digest[], part: string, version: string): string {
  const of = digests.filter((each) => each.part === part && each.version === version)
  const where = (right: boolean) => of.filter((each) => each.right === right).map(({ environment }) => environment)
  const words = [
    ['right', where(true)],
    ['WRONG', where(false)],
  ] as const
  const known = words.filter(([, environments]) => environments.length > 0)
  return known.map(([word, environments]) => `${word} in ${environments.join(', ')}`).join('; ') || 'not compared yet'
}

type Named = { part?: string | undefined; version?: string | undefined }

/** The part that failed; without a version from the browser, that of the composition. */
export const failedPart = ({ part, version }: Named, versions: Record<string, string>): string | undefined =>
  part && [part, version ?? versions[part]].filter(Boolean).join(' ')

export const retiredWords = ({ environment, part, at, by, reason }: Known['retired'][number]): string =>
  `${part} was retired from ${environment} by ${by} at ${at}, so its pages are not found: ${reason}`
