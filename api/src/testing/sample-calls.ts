import type { AnyEndpoint } from '@marram/api-contract/endpoint'
import { type EndpointName, endpoints } from '@marram/api-contract/endpoints'
import { questions } from '../quiz/tables'
import type { TestApp } from './test-app'
import { account, PASSWORD } from './visitor'

type Sample = {
  params?: Record<string, string>
  /** Made anew for every call, because some bodies are good only once. */
  body?: () => object
  headers?: () => Record<string, string>
  /** Parameters that name nothing. */
  missing?: Record<string, string>
}

/** One that runs on the day of the tests. */
const OLYMPIAD = 'winter-sea-olympiad'
const sports = { slug: 'sports' }
const nowhere = { slug: 'nowhere' }
const question = { id: 900_001, question: 'How high?', option1: 'Low', option2: 'Mid', option3: 'High' }
const participant = { name: 'Rosalind Okafor', phone: '0123456789' }
const quizAnswers = [{ ...participant, quiz: question.id, correct_status: 'true', selected_answer: 'option1' }]
const credentials = { email: '9876543210', password: PASSWORD }

const filledHands = [{ data_label: 'Name', data_type: 'textfield', data_value: participant.name }]

let accounts = 0
const newAccount = () => {
  accounts += 1
  return account(String(accounts).padStart(10, '0'))
}
/** Of whoever logged in last. */
const session = { access_token: '', refresh_token: '' }
/** Of accounts that nobody else uses: some calls end every session of theirs. */
const unused: string[] = []
const headers = () => ({ authorization: `Bearer ${unused.pop()}` })
const current_password = PASSWORD
const another = { password: 'marsh samphire', password2: 'marsh samphire' }

/** One good call for each call of the table, on the sample content; a new call does not compile without one. */
const samples: Record<EndpointName, Sample> = {
  getHome: {},
  listServices: {},
  listHomeCategories: {},
  listMainNews: {},
  listFeaturedMainNews: {},
  listMainNewsByCategory: { params: { slug: 'coast' } },
  listMainNewsCategories: {},
  getMainNews: { params: { slug: 'the-winter-the-dunes-came-back' }, missing: nowhere },
  listNews: {},
  listNewsByCategory: { params: sports },
  getNews: { params: { slug: 'ridge-run-2026' }, missing: nowhere },
  listOpenSports: {},
  getSport: { params: { slug: 'saltmarsh-relay' }, missing: nowhere },
  listTeam: {},
  getDonation: {},
  listPublications: {},
  listPublicationsByCategory: { params: { slug: 'field-guides' } },
  countPublications: {},
  getPublication: { params: { slug: 'reading-a-dune' }, missing: nowhere },
  listMedia: {},
  listMediaByCategory: { params: { slug: 'short-films' } },
  listMediaCategories: {},
  listInitiatives: {},
  getInitiative: { params: { slug: 'tide-gauge-network' }, missing: nowhere },
  listOlympiads: {},
  getOlympiad: { params: { slug: OLYMPIAD }, missing: nowhere },
  listOpenTickets: {},
  getTicket: { params: { slug: 'an-evening-of-tides' }, missing: nowhere },
  listOpenExhibitions: {},
  listClosedExhibitions: {},
  getExhibition: { params: { slug: 'glass-rivers' }, missing: nowhere },
  listOpenSubmissions: {},
  getOpenSubmission: { params: { slug: 'letters-to-the-sea' }, missing: nowhere },
  listCampaignEvents: {},
  getNextEvent: {},
  getCampaignEvent: { params: { slug: 'the-big-beach-count' }, missing: nowhere },
  listCourses: {},
  listComing: {},
  listSponsors: { params: sports },
  getAbout: { params: sports },
  getCounters: { params: sports },
  listReviews: { params: sports },
  listGallery: {},
  listGalleryByCategory: { params: sports },
  getForm: { params: { id: 'sports-entry' }, missing: { id: '9999' } },
  createSubmission: { body: () => ({ submitted_form: 'helping-hands', form_data: filledHands }) },
  search: {},
  listItemPages: {},
  getQuiz: { params: { slug: OLYMPIAD }, missing: nowhere },
  submitQuiz: { body: () => quizAnswers },
  listParticipantAnswers: { params: participant },
  sendScore: { body: () => participant },
  listScores: {},
  subscribe: { body: () => ({ email: 'reader@example.org' }) },
  register: { body: newAccount },
  logIn: { body: () => credentials },
  verifySession: { body: () => ({ access_token: session.access_token }) },
  refreshSession: { body: () => ({ refresh_token: session.refresh_token }) },
  revokeSession: { body: () => ({ refresh_token: 'unknown' }) },
  getAccount: { headers },
  changePassword: { headers, body: () => ({ current_password, ...another }) },
  endOtherSessions: { headers, body: () => ({}) },
  deleteAccount: { headers, body: () => ({ current_password }) },
}

export type SampleCall = Sample & { name: EndpointName; endpoint: AnyEndpoint }

export const sampleCalls: SampleCall[] = (Object.keys(samples) as EndpointName[]).map((name) => ({
  name,
  endpoint: endpoints[name],
  ...samples[name],
}))

/** Writes what the sample calls ask for, and logs a visitor in. */
export async function prepareSampleCalls({ app, db }: TestApp): Promise<void> {
  const post = ({ path: url }: AnyEndpoint, payload: object) => app.inject({ method: 'POST', url, payload })
  await post(endpoints.register, account(credentials.email))
  Object.assign(session, (await post(endpoints.logIn, credentials)).json())
  for (let phone = 5_550_000_000; phone < 5_550_000_010; phone += 1) {
    const person = account(String(phone))
    await post(endpoints.register, person)
    const begun = await post(endpoints.logIn, { email: person.phone, password: PASSWORD })
    unused.push(begun.json().access_token)
  }
  await db.insert(questions).values({ ...question, olympiad: OLYMPIAD, answer: 'option1' })
  await post(endpoints.submitQuiz, quizAnswers)
}
