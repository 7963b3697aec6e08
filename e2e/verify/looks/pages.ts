import { paths } from '@marram/api-contract/paths'

/** Who has answered the quiz of which the pictures show a response. */
export const participant = { name: 'Rosalind Okafor', phone: '02079460112', olympiad: 'winter-sea-olympiad' }

type Shown = { pattern: string; address: string; title: string; is: string }

/** Every page of the site: where the sample content shows it best, and what it is for. */
export const pages: Shown[] = [
  {
    pattern: '/',
    address: paths.home(),
    title: 'Home',
    is: 'Says who Marram is, what comes next and how to take part, from dawn in the hero to night in the footer.',
  },
  {
    pattern: '/search',
    address: paths.search({ q: 'tide' }),
    title: 'Search',
    is: 'Finds pages of every kind by their words, the best first, and says what it corrected.',
  },
  {
    pattern: '/news',
    address: paths.newsList(),
    title: 'News',
    is: 'Lists what happened, newest first, by category.',
  },
  {
    pattern: '/news/details/:slug',
    address: paths.newsItem('the-winter-the-dunes-came-back'),
    title: 'News article',
    is: 'One news article to read, with the latest beside it.',
  },
  {
    pattern: '/history/details/:slug',
    address: paths.history('ridge-run-2026'),
    title: 'Report',
    is: 'What came of an event that is over.',
  },
  {
    pattern: '/publications',
    address: paths.publications(),
    title: 'Publications',
    is: 'Lists reports, guides and notes, by category and by words.',
  },
  {
    pattern: '/publication-details/:slug',
    address: paths.publication('saltmarsh-survey-2025'),
    title: 'Publication',
    is: 'One report with its tables, to read or to print.',
  },
  {
    pattern: '/digital-media',
    address: paths.digitalMedia(),
    title: 'Digital Media',
    is: 'Lists films, talks and recordings; they play on the spot.',
  },
  {
    pattern: '/gallery',
    address: paths.gallery(),
    title: 'Gallery',
    is: 'All pictures, to go through one by one.',
  },
  {
    pattern: '/tech-initiatives',
    address: paths.techInitiatives(),
    title: 'Tech Initiatives',
    is: 'Lists the instruments that Marram builds and gives away.',
  },
  {
    pattern: '/tech-initiatives/details/:slug',
    address: paths.techInitiative('tide-gauge-network'),
    title: 'Tech initiative',
    is: 'One instrument, and how all of them are built, checked and given away.',
  },
  {
    pattern: '/campaign-events',
    address: paths.campaignEvents(),
    title: 'Campaign & Events',
    is: 'Where and when one can take part.',
  },
  {
    pattern: '/campaign-events/details/:slug',
    address: paths.campaignEvent('saltmarsh-saturday'),
    title: 'Event',
    is: 'One day out: what it is, when, where, and the way to its form.',
  },
  {
    pattern: '/sports',
    address: paths.sports(),
    title: 'Sports',
    is: 'Lists runs, rides and swims that are open, and what came of earlier ones.',
  },
  {
    pattern: '/sports-details/:slug',
    address: paths.sport('saltmarsh-relay'),
    title: 'Sport',
    is: 'One run, ride or swim with its ticket: dates, place, fee, and the way to its form.',
  },
  {
    pattern: '/olympiad',
    address: paths.olympiads(),
    title: 'Olympiad',
    is: 'Lists the olympiads that are open, and leads to the results.',
  },
  {
    pattern: '/olympiad-details/:slug',
    address: paths.olympiad('spring-climate-olympiad'),
    title: 'One olympiad',
    is: 'One olympiad with its rounds, its form and its quiz.',
  },
  {
    pattern: '/tickets',
    address: paths.tickets(),
    title: 'Tickets',
    is: 'Lists evenings that pay for the fieldwork, and says how one pays.',
  },
  {
    pattern: '/tickets-details/:slug',
    address: paths.ticket('an-evening-of-tides'),
    title: 'Evening',
    is: 'One evening: what happens, and the way to a seat.',
  },
  {
    pattern: '/exhibitions',
    address: paths.exhibitions(),
    title: 'Exhibitions',
    is: 'Lists shows that are on or coming, and those that are over.',
  },
  {
    pattern: '/exhibition-details/:slug',
    address: paths.exhibition('glass-rivers'),
    title: 'Exhibition',
    is: 'One show: where it is when, and how a group visits it.',
  },
  {
    pattern: '/submissions',
    address: paths.submissions(),
    title: 'Submissions',
    is: 'Lists what Marram asks everybody for, and what came of it.',
  },
  {
    pattern: '/submission-details/:slug',
    address: paths.submission('letters-to-the-sea'),
    title: 'One submission',
    is: 'One thing that is asked for, what becomes of it, and the way to its form.',
  },
  {
    pattern: '/submission/registration',
    address: paths.submissionRegistration(),
    title: 'Submit your work',
    is: 'The form for work of one’s own.',
  },
  {
    pattern: '/courses',
    address: paths.courses(),
    title: 'Courses',
    is: 'Lists what one can learn, when it begins, and the way to a place.',
  },
  {
    pattern: '/event/registration/:id',
    address: paths.registration('relay-entry', { event: 'saltmarsh-relay' }),
    title: 'Registration',
    is: 'Registers for one event; the draft stays on the device until it is sent.',
  },
  {
    pattern: '/olympiad/quiz/:slug',
    address: paths.quiz(participant.olympiad),
    title: 'Quiz',
    is: 'The questions of one olympiad.',
  },
  {
    pattern: '/quiz-response/:name/:phone',
    address: paths.quizResponse(participant.name, participant.phone),
    title: 'Quiz response',
    is: 'The score of one participant, and each answer beside the right one.',
  },
  {
    pattern: '/quiz-result',
    address: paths.quizResult(),
    title: 'Quiz results',
    is: 'Who took part and how it went, to sort and to page through.',
  },
  {
    pattern: '/quiz-complete',
    address: paths.quizComplete(),
    title: 'Quiz complete',
    is: 'Says thank you, when the results are out, and puts that day into a calendar.',
  },
  {
    pattern: '/about-us',
    address: paths.about(),
    title: 'About Us',
    is: 'Who Marram is, what a gift becomes, and the people.',
  },
  {
    pattern: '/contact',
    address: paths.contact({ subject: 'donate' }),
    title: 'Contact',
    is: 'How to reach us, with what helps for volunteers, partners and gifts.',
  },
  {
    pattern: '/eco-shop',
    address: paths.ecoShop(),
    title: 'Eco Shop',
    is: 'Says that the shop is not open yet, and what costs nothing in the meantime.',
  },
  {
    pattern: '/accessibility',
    address: paths.accessibility(),
    title: 'Accessibility',
    is: 'What works for everybody, what does not yet, and how to say so.',
  },
  {
    pattern: '/privacy',
    address: paths.privacy(),
    title: 'Privacy',
    is: 'What is kept in the browser and on the server, until when, and how to have it deleted.',
  },
  { pattern: '/login', address: paths.login(), title: 'Login', is: 'Logs in with phone number and password.' },
  { pattern: '/register', address: paths.register(), title: 'Register', is: 'Creates an account.' },
  {
    pattern: '/account',
    address: paths.account(),
    title: 'Your account',
    is: 'What is stored of somebody who is logged in, and how to change or delete it.',
  },
  {
    pattern: '*',
    address: '/no-such-page',
    title: 'Page not found',
    is: 'Stands at every address without a page, and leads home.',
  },
]

/** The name of a page's picture in docs/looks. */
export const pictureOf = ({ title }: Shown): string => `${title.toLowerCase().replace(/[^a-z]+/g, '-')}.webp`

/** docs/looks.md, with those pictures that there are. */
export function looksDocument(exists: (picture: string) => boolean): string {
  const parts = [
    '# How every page looks',
    'One picture of each page, with the sample content: at a desk in light, and on a phone in the dark. They are taken anew by',
    ['```sh', 'CI=true node e2e/node_modules/@playwright/test/cli.js test --config e2e/looks.config.ts', '```'].join(
      '\n',
    ),
    'when the parts are built, as `npm test` builds them. `e2e/verify/looks/pages.ts` has the pages and these words.',
    ...pages.flatMap((page) => [
      `## ${page.title}`,
      page.pattern === '*' ? page.is : `\`${page.pattern}\`: ${page.is}`,
      ...(exists(pictureOf(page)) ? [`![${page.title}](looks/${pictureOf(page)})`] : []),
    ]),
  ]
  return `${parts.join('\n\n')}\n`
}
