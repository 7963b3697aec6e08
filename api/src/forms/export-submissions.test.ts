import { randomUUID } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { engines } from '@marram/server/testing/engines'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestApp, type TestApp } from '../testing/test-app'
import { asText } from './export-submissions'
import { type StoredField, submissions } from './tables'

const text = (label: string, value: string): StoredField => ({ label, kind: 'textfield', value })

/** Like spreadsheets: a quotation mark counts only at the start of a cell. */
function cellsOf(csv: string, delimiter: string): string[] {
  const cells: string[] = []
  let [cell, isBegun, isQuoted] = ['', false, false]
  for (let i = 0; i < csv.length; i++) {
    const sign = csv.charAt(i)
    if (isQuoted && csv.startsWith('""', i)) cell += csv.charAt(i++)
    else if (isQuoted && sign === '"') isQuoted = false
    else if (!isQuoted && sign === '"' && !isBegun) isQuoted = true
    else if (!isQuoted && [delimiter, '\r', '\n'].includes(sign)) {
      cells.push(cell)
      cell = ''
    } else cell += sign
    isBegun = isQuoted || cell !== '' || (isBegun && sign === '"')
  }
  return [...cells, cell]
}

describe.each(engines)('submissions as CSV ($name)', (engine) => {
  let test: TestApp
  const folder = mkdtempSync(join(tmpdir(), 'marram-export-'))
  const file = join(folder, 'out.csv')
  beforeAll(async () => {
    test = await openTestApp(engine)
  })
  afterAll(async () => {
    await test?.close()
    rmSync(folder, { recursive: true })
  })

  const ask = (payload: object, token = 'operator-token') =>
    test.app.inject({
      method: 'POST',
      url: '/operator/submissions/export',
      headers: { authorization: `Bearer ${token}` },
      payload,
    })
  const keep = (form: string, ...rows: StoredField[][]) =>
    test.db.insert(submissions).values(rows.map((fields) => ({ id: randomUUID(), form, fields })))
  /** Lines after the byte order mark, without id and time, which always differ. */
  const lines = () => {
    const whole = readFileSync(file, 'utf8')
    expect(whole.startsWith('\uFEFFSubmission,Sent at,')).toBe(true)
    const id = '[\\da-f-]{36},\\d{4}-\\d\\d-\\d\\dT[\\d:.]+Z,'
    return whole
      .slice(1)
      .trimEnd()
      .split('\r\n')
      .map((line) => line.replace(new RegExp(`^${id}`), ''))
  }

  it('has a column for each field, old ones last; images by address, rich text as text, nothing executable', async () => {
    await keep('helping-hands', [text('Name', 'Ada, "the" first'), text('Shoe size', '41')])
    await keep('helping-hands', [
      text('Name', '=HYPERLINK("http://bad.example")'),
      text('How can we reach you?', '+44 20 7946 0112'),
      { label: 'What would you like to do?', kind: 'selectfield', value: '@SUM(A1)' },
      { label: 'Anything we should know', kind: 'paragraph', value: '<p>-1 <b>bold</b></p><p>Grüße</p>' },
      { label: 'A picture', kind: 'file', value: 'a.webp' },
    ])
    expect((await ask({ form: 'helping-hands', file })).json()).toEqual({ code: 200, data: { rows: 2 } })
    expect(lines()).toEqual([
      'Submission,Sent at,Name,How can we reach you?,What would you like to do?,Anything we should know,A picture,Shoe size',
      '"Ada, ""the"" first",,,,,41',
      `"'=HYPERLINK(""http://bad.example"")",'+44 20 7946 0112,'@SUM(A1),'-1 bold Grüße,file://${test.folders.uploads}/a.webp,`,
    ])
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(readdirSync(folder)).toEqual(['out.csv'])
  })

  it.each([
    ['=1+1', "'=1+1"],
    ['＝1+1', "'＝1+1"],
    ['＋44 20', "'＋44 20"],
    ['| cmd', "'| cmd"],
    ['%00', "'%00"],
    [' \t=1', "' \t'=1"],
    ['\t=1', "'\t'=1"],
    ['a;=1+1', "a;'=1+1"],
    ['a\n\n@SUM(A1)', "a\n'\n'@SUM(A1)"],
    ['x;"=1+1;y', `x;'"=1+1;y`],
    ['x\n "=1', `x\n' "=1`],
    ['Grüße (an alle); „bald“', 'Grüße (an alle); „bald“'],
    ['"quoted", 41 years, école', '"quoted", 41 years, école'],
  ])('starts no cell like a formula: %j', (value, written) => {
    expect(asText(value)).toBe(written)
  })

  it('starts every cell with text or an apostrophe, whatever is sent', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (value) => {
        const [first = '', ...others] = asText(value).split(/[;|\t\r\n]/)
        expect(first.trimStart()).toMatch(/^(?:$|['"\p{L}\p{N}\p{Ps}\p{Pi}])/u)
        for (const cell of others) expect(cell.trimStart()).toMatch(/^(?:$|['\p{L}\p{N}\p{Ps}\p{Pi}])/u)
      }),
    )
  })

  it('has no formula in the written bytes, whichever separator a spreadsheet uses', async () => {
    const piece = fc.constantFrom(
      '"',
      '""',
      ';',
      ',',
      '|',
      '\t',
      '\n',
      '\r',
      ' ',
      '=1+1',
      '-',
      '@',
      '＝1',
      "'",
      '(',
      'x',
    )
    const value = fc.array(piece, { minLength: 1, maxLength: 8 }).map((pieces) => pieces.join(''))
    const sent = [['x;"=1+1;y', 'z'], ['a,;', '=1'], ...fc.sample(fc.tuple(value, value), 2000)]
    await keep('foot-bridge', ...sent.map(([one = '', other = '']) => [text('One', one), text('Other', other)]))
    expect((await ask({ form: 'foot-bridge', file })).json().data).toEqual({ rows: sent.length })
    const bytes = readFileSync(file, 'utf8').slice(1)
    for (const delimiter of ',;|\t') {
      const cells = cellsOf(bytes, delimiter)
      expect(cells.length).toBeGreaterThan(sent.length)
      expect(cells.filter((cell) => /^\s*[=+\-@＝＋－＠]/u.test(cell))).toEqual([])
    }
  })

  it('has every row once, in order, even when many were sent at the same moment', async () => {
    const many = Array.from({ length: 1234 }, (_, i) => [text('Name on the leader board', String(i))])
    await keep('league-profile', ...many)
    expect((await ask({ form: 'league-profile', file })).json().data).toEqual({ rows: 1234 })
    const names = lines()
      .slice(1)
      .map((line) => Number.parseInt(line, 10))
    expect(new Set(names).size).toBe(1234)
  })

  it('has only its header when nothing was sent; an unknown form is reported', async () => {
    expect((await ask({ form: 'flood-record', file })).json().data).toEqual({ rows: 0 })
    expect(lines()).toHaveLength(1)
    const unknown = await ask({ form: 'no-such-form', file: join(folder, 'none.csv') })
    expect(unknown.json()).toMatchObject({ code: 400, message: 'There is no form no-such-form.' })
    expect(readdirSync(folder)).toEqual(['out.csv'])
  })

  it('is only for the operator', async () => {
    expect((await ask({ form: 'flood-record', file }, 'wrong')).statusCode).toBe(401)
    expect((await ask({ form: 'flood-record', file: 'out.csv' })).statusCode).toBe(400)
  })
})
