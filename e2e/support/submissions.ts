import fs from 'node:fs'
import path from 'node:path'
import { expect } from '@playwright/test'
import { root, run, type Site, temporaryFolder } from './site'

/** `npm run api -- …` beside a running site. */
async function api(site: Site, ...args: string[]): Promise<void> {
  const command = [path.join(root, 'scripts/run.mjs'), 'api', ...args]
  const { code, stdout, stderr } = await run(process.execPath, command, {
    env: { ...site.env, MARRAM_DATA: site.data, INIT_CWD: root },
  })
  expect(code, stdout + stderr).toBe(0)
}

/** What a site has of a form, as CSV without its head. */
export async function submissionsOf(site: Site, form: string): Promise<string[]> {
  const file = path.join(temporaryFolder('submissions'), 'out.csv')
  await api(site, 'submissions', 'export', form, file)
  return fs.readFileSync(file, 'utf8').trimEnd().split('\r\n').slice(1)
}

/** The answers of each submission, in the order of the form's fields. */
export const answersOf = async (site: Site, form: string): Promise<string[][]> =>
  (await submissionsOf(site, form)).map((line) => cellsOf(line).slice(2))

const cellsOf = (line: string): string[] =>
  Array.from(line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g), ([, quoted, plain]) =>
    quoted === undefined ? (plain ?? '') : quoted.replaceAll('""', '"'),
  )

/** Adds forms to the content of a site, or puts them in the place of those of the same name. */
export async function addForms(site: Site, forms: object[]): Promise<void> {
  const folder = temporaryFolder('forms')
  fs.writeFileSync(path.join(folder, 'forms.json'), JSON.stringify(forms))
  await api(site, 'content', 'apply', folder)
}
