import type { AnyEndpoint } from '@marram/api-contract/endpoint'
import { type EndpointName, endpoints } from '@marram/api-contract/endpoints'
import type { SentItem } from '@marram/api-contract/sent'
import { eq } from 'drizzle-orm'
import { mails } from '../mail/tables'
import { subscribers } from '../newsletter/tables'
import { questions } from '../quiz/tables'
import type { TestApp } from './test-app'
import { account, PASSWORD } from './visitor'

type Sample = {
  params?: Record<string, string>
  /** Created for every call, because some bodies are valid only once. */
  body?: () => object
  headers?: () => Record<string, string>
  /** Parameters of nothing that exists. */
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
/** Of the visitor who logged in last. */
const session = { access_token: '', refresh_token: '' }
/** Of separate accounts: some calls end all their sessions. */
const unused: string[] = []
const headers = () => ({ authorization: `Bearer ${unused.pop()}` })
const sameHeaders = () => ({ authorization: `Bearer ${session.access_token}` })
/** An image and comments of the account of `session`. */
const image = { name: 'none.webp' }
const ownComments: string[] = []
const subscriber = { token: '' }
/** For links to choose another password. */
const resets: string[] = []
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
  changeAccount: {
    headers,
    body: () => ({ first_name: 'Rosa', last_name: 'Okafor', email: 'rosa@example.org', current_password }),
  },
  listSent: { headers: sameHeaders },
  getSentImage: { headers: sameHeaders, params: image },
  getMailState: {},
  forgetPassword: { body: () => ({ phone: credentials.email }) },
  resetPassword: { body: () => ({ token: resets.pop() ?? '', ...another }) },
  listComments: { params: { kind: 'news', slug: 'ridge-run-2026' }, missing: { kind: 'news', slug: 'nowhere' } },
  createComment: {
    body: () => ({ kind: 'news', slug: 'ridge-run-2026', name: 'Rosalind', text: 'Two tides a day.' }),
  },
  withdrawComment: { headers: sameHeaders, body: () => ({ id: ownComments.pop() ?? '' }) },
  confirmSubscription: { body: () => subscriber },
  leaveNewsletter: { body: () => ({ token: 'unknown' }) },
  deleteAccount: { headers, body: () => ({ current_password }) },
}

export type SampleCall = Sample & { name: EndpointName; endpoint: AnyEndpoint }

export const sampleCalls: SampleCall[] = (Object.keys(samples) as EndpointName[]).map((name) => ({
  name,
  endpoint: endpoints[name],
  ...samples[name],
}))

/** Nothing is sent anywhere: the mails stay in the queue. */
export const sampleSettings = { MAIL_URL: 'smtp://127.0.0.1:9', PUBLIC_URL: 'https://marram.example' }

/** Stores the data that the sample calls need, and logs a visitor in. */
export async function prepareSampleCalls({ app, db }: TestApp): Promise<void> {
  const post = ({ path: url }: AnyEndpoint, payload: object, headers = {}) =>
    app.inject({ method: 'POST', url, payload, headers })
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
  await prepareOwnThings({ app, db }, post)
}

type Post = (endpoint: AnyEndpoint, payload: object, headers?: object) => Promise<unknown>

async function prepareOwnThings({ app, db }: Pick<TestApp, 'app' | 'db'>, post: Post): Promise<void> {
  const pixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
  const fields = [
    ...[{ data_label: 'What is it?', data_type: 'selectfield', data_value: 'A letter' }],
    ...[{ data_label: 'Title', data_type: 'textfield', data_value: 'Where the water stood' }],
    ...[{ data_label: 'First image', data_type: 'file', data_value: `data:image/png;base64,${pixel}` }],
  ]
  await post(endpoints.createSubmission, { submitted_form: 'own-work', form_data: fields }, sameHeaders())
  for (let i = 0; i < 5; i += 1) {
    const body = { kind: 'news', slug: 'ridge-run-2026', name: 'Rosalind', text: 'Two tides a day.' }
    await post(endpoints.createComment, body, sameHeaders())
    const phone = String(5_560_000_000 + i)
    await post(endpoints.register, { ...account(phone), email: `${phone}@example.org` })
    await post(endpoints.forgetPassword, { phone })
  }
  const sent = (await app.inject({ url: endpoints.listSent.path, headers: sameHeaders() })).json().data as SentItem[]
  image.name = sent.flatMap((each) => each.fields).find((each) => each.is_image)?.value ?? image.name
  ownComments.splice(0, Number.POSITIVE_INFINITY, ...sent.filter(({ kind }) => kind === 'comment').map(({ id }) => id))
  const links = await db.select({ text: mails.text }).from(mails).where(eq(mails.kind, 'password'))
  const tokens = links.map(({ text }) => decodeURIComponent(/token=(\S+)/.exec(text)?.[1] ?? ''))
  resets.splice(0, Number.POSITIVE_INFINITY, ...tokens)
  await post(endpoints.subscribe, { email: 'confirms@example.org' })
  const [listed] = await db.select().from(subscribers).where(eq(subscribers.email, 'confirms@example.org'))
  subscriber.token = listed?.token ?? ''
}
