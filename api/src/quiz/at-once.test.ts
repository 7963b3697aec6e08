import { engines, type TestEngine } from '@marram/server/testing/engines'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openQuizApp, type QuizApp, quizQuestions, recordsFor } from '../testing/quiz-app'
import { contentTemplate } from '../testing/test-app'

/** As many apps as one database of this engine allows: a server serves two, the embedded engine one process. */
async function openApps(engine: TestEngine): Promise<{ apps: QuizApp[]; close(): Promise<void> }> {
  const place = await engine.create({ template: contentTemplate })
  const shared: TestEngine = { ...engine, create: async () => ({ ...place, drop: async () => {} }) }
  const apps = [await openQuizApp(shared)]
  if (engine.name === 'server') apps.push(await openQuizApp(shared))
  return {
    apps,
    async close() {
      for (const app of apps) await app.close()
      await place.drop()
    },
  }
}

describe.each(engines)('submissions of one participant at once ($name)', (engine) => {
  let opened: Awaited<ReturnType<typeof openApps>>
  let apps: QuizApp[]
  beforeAll(async () => {
    opened = await openApps(engine)
    apps = opened.apps
  })
  afterAll(() => opened?.close())

  const one = (i: number) => apps[i % apps.length] as QuizApp

  it('are all counted, whichever process gets them', async () => {
    for (let round = 0; round < 15; round++) {
      const who = { name: `Round ${round}`, phone: '0123456789' }
      const sent = quizQuestions.map(({ id, answer }, i) =>
        one(i).submit(recordsFor(who, { [id]: i % 2 ? 'option3' : answer })),
      )
      for (const response of await Promise.all(sent)) expect(response.statusCode).toBe(200)
      const counted = Object.values(await one(0).recordsOf(who))
      expect(counted.reduce((sum, { total }) => sum + total, 0)).toBe(quizQuestions.length)
      expect(await one(round).scoresOf(who)).toEqual(await one(0).recordsOf(who))
    }
  })

  it('that contradict each other end with one of them, and its score', async () => {
    for (let round = 0; round < 15; round++) {
      const who = { name: `Contradiction ${round}`, phone: '0123456789' }
      const all = (option: string) => Object.fromEntries(quizQuestions.map(({ id }) => [id, option]))
      const sent = ['option1', 'option2', 'option3', 'option1'].map((option, i) => {
        const records = recordsFor(who, all(option))
        return one(i).submit(i % 2 ? records : records.toReversed())
      })
      for (const response of await Promise.all(sent)) expect(response.statusCode).toBe(200)
      const { data } = (await one(round).answersOf(who)).json()
      expect(new Set(data.map(({ selected_answer }: { selected_answer: string }) => selected_answer)).size).toBe(1)
      expect(await one(round).scoresOf(who)).toEqual(await one(0).recordsOf(who))
    }
  })
})
