type Choice = { version: string; rule: string; bucket?: number | undefined }
type Page = { version: string | undefined; preview: boolean }

/**
 * Why a visitor was to have a version. The choice is of the moment of the report; the page may be of another one, and
 * then both stand here, or it would read as if the rule gave what it did not.
 */
export function choiceWords({ version, rule, bucket }: Choice, page: Page): string {
  const why = rule === 'only' ? `the only one was ${version}` : `bucket ${bucket} was to have ${version}`
  if (page.version === version) return rule === 'only' ? 'the only one' : `bucket ${bucket} gets ${version}`
  if (page.preview) return `a preview; otherwise ${why}`
  const shown = page.version === undefined ? 'the page is without it' : `the page has ${page.version}`
  return `${shown}: opened before that changed, or ${version} could not be used; when it was reported, ${why}`
}
