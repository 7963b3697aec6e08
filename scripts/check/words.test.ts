import fs from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { root } from '../workspace'

/** One form of each word on the whole site. */
const otherForms: { say: string; not: RegExp }[] = [
  {
    say: 'log in and log out; a login, a logout',
    not: /\bsign(?:ed|s|ing)?[ -](?:in to\b|out of\b|up\b)|\blog(?:ged|ging)?-(?:ins?|outs?|on)\b(?!\.test)|\blogon\b|\bto log(?:in|out)\b|\blog into\b/i,
  },
  { say: 'phone and phone number', not: /\btele ?phones?\b|\bmobile (?:phone|number)s?\b|\bphone no\b/i },
  {
    say: 'e-mail and e-mail address',
    not: /\b(?:your|an|by|no|this|each) emails?\b|\bemail (?:address|reminder)|\be-?mailed\b|\bE(?:mail|MAIL|-Mail)s?\b/,
  },
  { say: 'partner', not: /\b(?:[Oo]ur|[Yy]our|[Tt]he|by|of|a) sponsors?\b|\bSponsor us\b|\bBecome a Partner\b/ },
]

/** Exceptions, and their reason. */
const fixed: Record<string, string[]> = {
  // Messages and a button of the specification.
  'shared/api-contract/src/forms/phone.ts': [
    'Phone no is required',
    "Doesn't look like a phone no",
    "Phone no can't start with a minus",
    "Phone no can't include a decimal point",
    'Phone no must be',
  ],
  'shared/api-contract/src/accounts/account.ts': ["Doesn't look like a phone no"],
  'mfe-quiz/src/complete/complete.tsx': ['SEND ME EMAIL REMINDER'],
  // Spellings that others use for the label of a field.
  'api/content/README.md': ['phone, telephone or mobile number'],
  'decisions/0078-phone-numbers.md': ['phone, telephone or mobile number'],
  // Names defined elsewhere.
  'shell/src/routes/root.tsx': ['telephone:'],
  'shell/src/session/session-calls.ts': ["'log-out'"],
  'api/src/accounts/failed-attempts.ts': ['`log-in $'],
}

const parts = fs.readdirSync(root).filter((name) => name.startsWith('mfe-'))
const packages = fs.readdirSync(path.join(root, 'shared')).map((name) => `shared/${name}`)
const folders = [
  ...['shell', ...parts, ...packages, 'api', 'edge', 'releases'].map((name) => `${name}/src`),
  ...['releases/cli', 'releases/console/src', 'api/content', 'docs', 'decisions'],
]
const files = [
  ...['README.md', 'ARCHITECTURE.md', 'CONTRIBUTING.md'],
  ...folders.flatMap((folder) =>
    (fs.readdirSync(path.join(root, folder), { recursive: true }) as string[]).map((name) => `${folder}/${name}`),
  ),
].filter((file) => /\.(tsx?|md|json|html)$/.test(file) && !/\.test\.tsx?$/.test(file))

/** Lines that have another form of a word, as `file:line`. */
function otherFormsIn(file: string, text: string): string[] {
  const lines = (fixed[file] ?? []).reduce((rest, each) => rest.replaceAll(each, ''), text).split('\n')
  return lines.flatMap((line, i) =>
    otherForms.filter(({ not }) => not.test(line)).map(({ say }) => `${file}:${i + 1} say ${say}: ${line.trim()}`),
  )
}

describe('words', () => {
  it('have one form on the whole site', () => {
    expect(files.length).toBeGreaterThan(500)
    const found = files.flatMap((file) => otherFormsIn(file, fs.readFileSync(path.join(root, file), 'utf8')))
    expect(found).toEqual([])
  })

  it.each([
    'Please sign in to go on',
    'Sign up for letters',
    'After a log-out',
    'You have to login',
    'Our telephone',
    'Your mobile number',
    'Enter your phone no',
    'Your email address',
    'Email is required',
    'We sent an email',
    'Thank our sponsors',
    'Become a Partner',
  ])('of another form are found: %s', (words) => expect(otherFormsIn('one.md', words)).toHaveLength(1))

  it('that are exceptions still exist', () => {
    for (const [file, texts] of Object.entries(fixed))
      for (const text of texts) expect(fs.readFileSync(path.join(root, file), 'utf8'), file).toContain(text)
  })
})
