import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { logIn } from '@marram/api-contract/account'
import { fillPath } from '@marram/api-contract/endpoint'
import {
  listParticipantAnswers,
  listScores,
  type ParticipantAnswer,
  type ScoreSummary,
} from '@marram/api-contract/quiz'
import { createSubmission } from '@marram/api-contract/submissions'
import { expect } from 'vitest'
import type { Db } from '../database/schema'
import { submissions } from '../forms/tables'
import { subscribers } from '../newsletter/tables'
import { unfinishedUploads } from '../uploads/tables'
import { PASSWORD } from './visitor'
import { type Ledger, PHONE, post, refreshed } from './write-storm'

/** Older ones were checked after an earlier kill. */
const LATEST = 25

/** Checks, as visitors can, that every acknowledged change is there. Repeats calls that were interrupted. */
export async function expectAcknowledged(url: string, ledger: Ledger): Promise<void> {
  for (const [name, session] of ledger.sessions) ledger.sessions.set(name, await refreshed(url, session))
  for (const phone of ledger.phones.slice(-LATEST)) await post(url, logIn.path, { email: phone, password: PASSWORD })
  await expectAnswersAndScores(url, ledger)
  const recent = ledger.keyed.slice(-LATEST)
  for (const call of ledger.keyed.filter((each) => !each.response || recent.includes(each))) {
    const response = await post(url, call.path, call.body, call.key)
    expect(response).toEqual(call.response ?? response)
    call.response = response
  }
  for (const choices of ledger.choices.values())
    for (const [quiz, { acknowledged, sent }] of choices) choices.set(quiz, { acknowledged: sent ?? acknowledged })
  await expectAnswersAndScores(url, ledger)
}

async function expectAnswersAndScores(url: string, { choices }: Ledger): Promise<void> {
  const read = async <T>(path: string) => ((await (await fetch(url + path)).json()) as { data: T }).data
  const scores = await read<ScoreSummary[]>(listScores.path)
  for (const [name, chosen] of choices) {
    const records = await read<ParticipantAnswer[]>(fillPath(listParticipantAnswers.path, { name, phone: PHONE }))
    for (const [quiz, { acknowledged, sent }] of chosen) {
      const found = records.find((record) => record.quiz.question === `Question ${quiz}?`)?.selected_answer
      expect([acknowledged, sent], `${name} ${quiz}`).toContain(found)
    }
    for (const slug of new Set(records.map(({ olympiad }) => olympiad?.slug))) {
      const own = records.filter(({ olympiad }) => olympiad?.slug === slug)
      const correct_answers = own.filter((record) => record.correct_status === 'true').length
      const score = scores.find((each) => each.name === name && each.olympiad?.slug === slug)
      expect(score).toMatchObject({ correct_answers, total_question: own.length })
    }
  }
}

/** Checks what no visitor can see: every row is there once, and every picture is complete. */
export async function expectStored(db: Db, ledger: Ledger, uploads: string): Promise<void> {
  const emails = new Set((await db.select().from(subscribers)).map(({ email }) => email))
  expect(ledger.emails.filter((email) => !emails.has(email))).toEqual([])

  const rows = await db.select().from(submissions)
  const textOf = (label: string, fields: (typeof rows)[number]['fields']) =>
    fields.find((field) => field.label === label)?.value ?? ''
  const stored = rows.map(({ fields }) => textOf('Name', fields))
  const sent = ledger.keyed.filter(({ path }) => path === createSubmission.path)
  expect(stored.toSorted()).toEqual(sent.map(({ body }) => nameIn(body)).toSorted())
  for (const { fields } of rows)
    expect(
      readFileSync(join(uploads, textOf('Photo', fields)))
        .subarray(8, 12)
        .toString(),
    ).toBe('WEBP')
  // All other files are noted, to be removed later. A file that was being written is still called `.new`.
  const named = rows.map(({ fields }) => textOf('Photo', fields))
  const noted = (await db.select().from(unfinishedUploads)).map(({ name }) => name)
  expect(named.filter((name) => noted.includes(name))).toEqual([])
  expect(
    readdirSync(uploads).filter((name) => !named.includes(name) && !noted.includes(name.replace(/\.new$/, ''))),
  ).toEqual([])
}

const nameIn = (body: object) =>
  (body as { form_data: { data_label: string; data_value: string }[] }).form_data.find(
    ({ data_label }) => data_label === 'Name',
  )?.data_value
