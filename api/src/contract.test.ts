import { type AnyEndpoint, fillPath, messageOf } from '@marram/contracts/endpoint'
import { type EndpointName, endpoints } from '@marram/contracts/endpoints'
import { readLeniently, type Surprise } from '@marram/contracts/lenient'
import { engines } from '@marram/service/testing/engines'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { questions } from './database/tables'
import { answerSchema } from './routes/table'
import { openTestApp, type TestApp } from './testing/test-app'

type Sample = {
  params?: Record<string, string>
  /** A function where every call needs another. */
  body?: object | (() => object)
  missing?: Record<string, string>
}

const news = { slug: 'ridge-run-2026' }
const sportsArea = { slug: 'sports' }
const question = { id: 900_001, question: 'How high?', option1: 'Low', option2: 'Mid', option3: 'High' }
const participant = { name: 'Rosalind Okafor', phone: '0123456789' }
const quizAnswers = [{ ...participant, quiz: question.id, correct_status: 'true', selected_answer: 'option1' }]

let accounts = 0
const newAccount = () => {
  accounts += 1
  const phone = String(accounts).padStart(10, '0')
  const secret = { password: 'sea lavender', password2: 'sea lavender' }
  return { first_name: 'Rosalind', last_name: 'Okafor', phone, email: 'rosalind@example.org', ...secret }
}
const credentials = { email: '9876543210', password: 'sea lavender' }
/** Filled once somebody has logged in. */
const session = { access_token: '', refresh_token: '' }

/** One good call for each call of the table; a new call does not compile without one. */
const samples: Record<EndpointName, Sample> = {
  getHome: {},
  listServices: {},
  listHomeCategories: {},
  listMainNews: {},
  listFeaturedMainNews: {},
  listMainNewsByCategory: { params: { slug: 'coast' } },
  listMainNewsCategories: {},
  getMainNews: { params: { slug: 'the-winter-the-dunes-came-back' }, missing: { slug: 'nowhere' } },
  listNews: {},
  listNewsByCategory: { params: sportsArea },
  getNews: { params: news, missing: { slug: 'nowhere' } },
  listOpenSports: {},
  getSport: { params: { slug: 'saltmarsh-relay' }, missing: { slug: 'nowhere' } },
  listTeam: {},
  getDonation: {},
  listPublications: {},
  listPublicationsByCategory: { params: { slug: 'field-guides' } },
  countPublications: {},
  getPublication: { params: { slug: 'reading-a-dune' }, missing: { slug: 'nowhere' } },
  listMedia: {},
  listMediaByCategory: { params: { slug: 'short-films' } },
  listMediaCategories: {},
  listInitiatives: {},
  getInitiative: { params: { slug: 'tide-gauge-network' }, missing: { slug: 'nowhere' } },
  listOlympiads: {},
  getOlympiad: { params: { slug: 'spring-climate-olympiad' }, missing: { slug: 'nowhere' } },
  listOpenTickets: {},
  getTicket: { params: { slug: 'an-evening-of-tides' }, missing: { slug: 'nowhere' } },
  listOpenExhibitions: {},
  listClosedExhibitions: {},
  getExhibition: { params: { slug: 'glass-rivers' }, missing: { slug: 'nowhere' } },
  listOpenSubmissions: {},
  getOpenSubmission: { params: { slug: 'letters-to-the-sea' }, missing: { slug: 'nowhere' } },
  listCampaignEvents: {},
  getCampaignEvent: { params: { slug: 'the-big-beach-count' }, missing: { slug: 'nowhere' } },
  listCourses: {},
  listSponsors: { params: sportsArea },
  getAbout: { params: sportsArea },
  getCounters: { params: sportsArea },
  listReviews: { params: sportsArea },
  listGallery: {},
  listGalleryByCategory: { params: sportsArea },
  getForm: { params: { id: 'sports-entry' }, missing: { id: '9999' } },
  createSubmission: { body: { submitted_form: 'helping-hands', form_data: [] } },
  search: {},
  getQuiz: { params: { slug: 'spring-climate-olympiad' }, missing: { slug: 'nowhere' } },
  submitQuiz: { body: quizAnswers },
  listParticipantAnswers: { params: participant },
  sendScore: { body: participant },
  listScores: {},
  subscribe: { body: { email: 'reader@example.org' } },
  register: { body: newAccount },
  logIn: { body: credentials },
  verifySession: { body: () => ({ access_token: session.access_token }) },
  refreshSession: { body: () => ({ refresh_token: session.refresh_token }) },
  revokeSession: { body: { refresh_token: 'unknown' } },
}

const calls = Object.entries(samples).map(([name, sample]) => ({
  name,
  endpoint: endpoints[name as EndpointName] as AnyEndpoint,
  ...sample,
}))

describe.each(engines)('every call ($name)', (engine) => {
  let test: TestApp
  beforeAll(async () => {
    test = await openTestApp(engine)
    const post = (url: string, payload: object) => test.app.inject({ method: 'POST', url, payload })
    await post(endpoints.register.path, { ...newAccount(), phone: credentials.email })
    Object.assign(session, (await post(endpoints.logIn.path, credentials)).json())
    await test.db.insert(questions).values({ ...question, olympiad: 'spring-climate-olympiad', answer: 'option1' })
    await post(endpoints.submitQuiz.path, quizAnswers)
  })
  afterAll(() => test?.close())

  it.each(calls)('$name answers as the contract says, with and without a trailing slash', async (call) => {
    const { endpoint, params, body } = call
    const path = fillPath(endpoint.path, params)
    for (const url of [path, path.endsWith('/') ? path.slice(0, -1) : `${path}/`]) {
      const response = await test.app.inject({
        method: endpoint.method,
        url,
        ...(body && { payload: typeof body === 'function' ? body() : body }),
      })
      const answer = response.json()
      expect(response.statusCode, response.body).toBe(200)
      expect(answer.code).toBe(200)
      expect(z.parse(z.strictObject((answerSchema(endpoint) as z.ZodMiniObject).shape), answer)).toEqual(answer)
      if (endpoint.envelope !== 'none') {
        const surprises: Surprise[] = []
        readLeniently(endpoint.data, answer[endpoint.envelope], (surprise) => surprises.push(surprise))
        expect(surprises).toEqual([])
      } else expect(messageOf(answer)).toMatch(/\.$/)
    }
  })

  it.each(calls.filter(({ missing }) => missing))('$name answers 404 for what does not exist', async (call) => {
    const response = await test.app.inject(fillPath(call.endpoint.path, call.missing))
    expect(response.statusCode).toBe(404)
    expect(response.json()).toEqual({ code: 404, message: expect.stringContaining('could not be found') })
  })

  it.each(calls.filter(({ endpoint }) => endpoint.path.includes('/by-category/')))(
    '$name answers an empty list for an unknown category',
    async ({ endpoint }) => {
      const response = await test.app.inject(fillPath(endpoint.path, { slug: 'unknown' }))
      expect(response.json()).toEqual({ code: 200, [endpoint.envelope]: [] })
    },
  )

  it.each(calls)('$name refuses another method with 405', async ({ endpoint, params }) => {
    const method = endpoint.method === 'GET' ? 'DELETE' : 'GET'
    const response = await test.app.inject({ method, url: fillPath(endpoint.path, params) })
    expect(response.json()).toMatchObject({ code: 405, message: expect.any(String) })
    expect(response.statusCode).toBe(405)
    expect(response.headers.allow).toContain(endpoint.method)
  })
})
