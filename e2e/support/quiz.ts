import { expect } from '@playwright/test'

type Question = { id: number; question: string; answer: string } & Record<string, string>
type Site = { url: string }

/** An olympiad of the sample content that has a quiz of ten questions. */
export const OLYMPIAD = 'winter-sea-olympiad'

export async function questionsOf(site: Site): Promise<Question[]> {
  const { data } = (await (await fetch(`${site.url}/api/quiz/by-olympiad/${OLYMPIAD}`)).json()) as { data: Question[] }
  return data
}

/** The key of an option that is right, or of one that is not. */
export const optionOf = ({ answer }: Question, right = true): string =>
  right ? answer : answer === 'option1' ? 'option2' : 'option1'

/** A participant as another client would send one: with so many right answers, and none to the other questions. */
export async function takesPart(site: Site, name: string, phone: string, correct: number): Promise<void> {
  const records = (await questionsOf(site)).map(({ id, answer }, i) => ({
    name,
    phone,
    quiz: id,
    correct_status: 'true',
    selected_answer: i < correct ? answer : null,
  }))
  const headers = { 'content-type': 'application/json' }
  const sent = await fetch(`${site.url}/api/quiz/submit`, { method: 'POST', headers, body: JSON.stringify(records) })
  expect(sent.status).toBe(200)
}
