import { inAddress } from './forms/participants'

type Query = Record<string, string | number | undefined>

const encode = encodeURIComponent

/** Without empty parameters. The first page of a list has the plain address. */
function withQuery(path: string, query: Query): string {
  const given = Object.entries(query).filter(([name, value]) => value && (name !== 'page' || value !== 1))
  const text = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString()
  return text ? `${path}?${text}` : path
}

/** Every address that a visitor can open. All links between parts of the site are created here. */
export const paths = {
  home: () => '/',
  search: (query: { q?: string; kind?: string; page?: number; exact?: string } = {}) => withQuery('/search', query),
  gallery: (query: { page?: number } = {}) => withQuery('/gallery', query),
  about: () => '/about-us',
  accessibility: () => '/accessibility',
  privacy: () => '/privacy',
  /** Volunteer, partner and donate buttons send their subject. */
  contact: (query: { subject?: string } = {}) => withQuery('/contact', query),

  newsList: (query: { category?: string; page?: number } = {}) => withQuery('/news', query),
  /** Main news. */
  newsItem: (slug: string) => `/news/details/${encode(slug)}`,
  /** News of sports, olympiads, exhibitions and submissions. */
  history: (slug: string) => `/history/details/${encode(slug)}`,
  publications: (query: { q?: string; category?: string; page?: number } = {}) => withQuery('/publications', query),
  publication: (slug: string) => `/publication-details/${encode(slug)}`,
  /** `film` is the slug of a film, and leads to the page of the list that it is on. */
  digitalMedia: (query: { category?: string; page?: number; film?: string } = {}) => withQuery('/digital-media', query),
  ecoShop: () => '/eco-shop',
  techInitiatives: (query: { page?: number } = {}) => withQuery('/tech-initiatives', query),
  techInitiative: (slug: string) => `/tech-initiatives/details/${encode(slug)}`,

  sports: () => '/sports',
  sport: (slug: string) => `/sports-details/${encode(slug)}`,
  sportsRegistration: () => '/sports/registration',
  olympiads: () => '/olympiad',
  olympiad: (slug: string) => `/olympiad-details/${encode(slug)}`,
  olympiadRegistration: () => '/olympiad/registration',
  tickets: () => '/tickets',
  ticket: (slug: string) => `/tickets-details/${encode(slug)}`,
  exhibitions: () => '/exhibitions',
  exhibition: (slug: string) => `/exhibition-details/${encode(slug)}`,
  submissions: () => '/submissions',
  submission: (slug: string) => `/submission-details/${encode(slug)}`,
  submissionRegistration: () => '/submission/registration',
  courses: (query: { q?: string } = {}) => withQuery('/courses', query),
  /** Everything that is coming; `month` is written as `2027-04`, and `view` is `calendar` or nothing. */
  campaignEvents: (query: { month?: string; kind?: string; place?: string; view?: string; page?: number } = {}) =>
    withQuery('/campaign-events', query),
  campaignEvent: (slug: string) => `/campaign-events/details/${encode(slug)}`,
  /** `event` is the slug of the event that the visitor comes from: several may have the same form. */
  registration: (formId: string, query: { event?: string } = {}) =>
    withQuery(`/event/registration/${encode(formId)}`, query),

  quiz: (olympiad: string) => `/olympiad/quiz/${encode(olympiad)}`,
  /** `olympiad` is the slug of the one whose results are shown; else those of all. */
  quizResult: (query: { olympiad?: string; sort?: string; order?: string; size?: number; page?: number } = {}) =>
    withQuery('/quiz-result', query),
  quizComplete: () => '/quiz-complete',
  /** `certificate` is the slug of the olympiad whose certificate is shown in place of the answers. */
  quizResponse: (name: string, phone: string, query: { certificate?: string } = {}) =>
    withQuery(`/quiz-response/${encode(inAddress(name))}/${encode(inAddress(phone))}`, query),

  /**
   * `from` is where the visitor goes on afterwards. `why` is there where a session did not open that page: it has ended,
   * or could not be checked.
   */
  login: (query: { from?: string; why?: 'ended' | 'unchecked' | 'registered' } = {}) => withQuery('/login', query),
  register: (query: { from?: string } = {}) => withQuery('/register', query),
  account: () => '/account',
  /** With the token of a mail: to choose another password. Without: to ask for that mail. */
  password: (query: { token?: string } = {}) => withQuery('/password', query),
  /** With the token of a mail: to join the newsletter's list, or to leave it. */
  newsletter: (query: { confirm?: string; leave?: string } = {}) => withQuery('/newsletter', query),
} as const
