import account from '@marram/mfe-account/section.json'
import { pages as accountPages } from '@marram/mfe-account/src/section'
import content from '@marram/mfe-content/section.json'
import { pages as contentPages } from '@marram/mfe-content/src/section'
import events from '@marram/mfe-events/section.json'
import { pages as eventsPages } from '@marram/mfe-events/src/section'
import quiz from '@marram/mfe-quiz/section.json'
import { pages as quizPages } from '@marram/mfe-quiz/src/section'
import type { Composition } from '@marram/release-contract/composition'
import type { SectionModule } from '@marram/shell/src/federation/pages'

const all = [
  { document: content, pages: contentPages },
  { document: events, pages: eventsPages },
  { document: quiz, pages: quizPages },
  { document: account, pages: accountPages },
]

/** Every section of the site, compiled in. */
export const sections: Record<string, SectionModule> = Object.fromEntries(
  all.map(({ document, pages }) => [
    document.name,
    { pages: pages as SectionModule['pages'], version: '1.0.0', forget: () => {} },
  ]),
)

export const composition: Composition = {
  id: 'one-build',
  shell: { version: '1.0.0', host: '1.0.0' },
  sections: Object.fromEntries(
    all.map(({ document: { name, title, paths } }) => [name, { title, pages: paths, releases: [] }]),
  ),
}
