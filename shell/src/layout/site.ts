import { paths } from '@marram/api-contract/paths'
import { SITE_NAME } from '@marram/sdk/page-meta'
import facebook from './art/facebook.svg'
import instagram from './art/instagram.svg'
import mastodon from './art/mastodon.svg'
import youtube from './art/youtube.svg'

/** The organisation. Another one replaces this file. */
export const site = {
  name: SITE_NAME,
  address: ['14 Harbour Row', 'Aldershore AX4 2QP'],
  phone: { shown: '020 7946 0112', href: 'tel:+442079460112' },
  social: [
    { name: 'Mastodon', href: 'https://mastodon.social/@marram', icon: mastodon },
    { name: 'Instagram', href: 'https://www.instagram.com/marram', icon: instagram },
    { name: 'YouTube', href: 'https://www.youtube.com/@marram', icon: youtube },
    { name: 'Facebook', href: 'https://www.facebook.com/marram', icon: facebook },
  ],
} as const

export type NavItem = {
  title: string
  to: string
  about?: string
  /** First segments of other addresses that belong to it. */
  also?: string[]
}

export const mainItems: NavItem[] = [
  { title: 'Home', to: paths.home() },
  { title: 'Publications', to: paths.publications() },
  { title: 'Digital Media', to: paths.digitalMedia() },
  { title: 'Eco Shop', to: paths.ecoShop() },
  { title: 'Tech Initiatives', to: paths.techInitiatives() },
]

/** Read downwards: five on the left, four on the right. */
export const moreItems: NavItem[] = [
  {
    title: 'Olympiad',
    to: paths.olympiads(),
    about: 'Quizzes and a spring final for schools',
    also: ['quiz-result', 'quiz-response', 'quiz-complete'],
  },
  { title: 'Submissions', to: paths.submissions(), about: 'Send in what you have made or measured' },
  { title: 'Exhibitions', to: paths.exhibitions(), about: 'Touring shows: heat, water and memory' },
  { title: 'Sports', to: paths.sports(), about: 'Runs, rides and swims along the coast' },
  { title: 'Tickets', to: paths.tickets(), about: 'Evenings that pay for the fieldwork' },
  { title: 'Courses', to: paths.courses(), about: 'Learn to read a shore, a river or a sky' },
  { title: 'News', to: paths.newsList(), about: 'What happened, and what we got wrong', also: ['history'] },
  { title: 'Campaign & Events', to: paths.campaignEvents(), about: 'Surveys and planting days near you' },
  { title: 'About Us', to: paths.about(), about: 'The people behind the notebooks' },
]

/** Calls to action on every page, in the header and the menu. */
export const asks: NavItem[] = [
  { title: 'Join', to: paths.contact({ subject: 'volunteer' }) },
  { title: 'Give', to: paths.contact({ subject: 'donate' }) },
]

const byTitle = (...titles: string[]) =>
  titles.flatMap((title) => [...mainItems, ...moreItems].filter((item) => item.title === title))

export const footerLists = [
  { title: 'Explore', items: byTitle('News', 'Publications', 'Digital Media', 'Courses', 'Tech Initiatives') },
  { title: 'Take part', items: byTitle('Campaign & Events', 'Olympiad', 'Exhibitions', 'Sports', 'About Us') },
]

export const smallPrint: NavItem[] = [
  { title: 'Your account', to: paths.account() },
  { title: 'Accessibility', to: paths.accessibility() },
  { title: 'Privacy', to: paths.privacy() },
  { title: 'Contact', to: paths.contact() },
]
