import * as account from '@marram/mfe-account/src/section'
import * as content from '@marram/mfe-content/src/section'
import * as events from '@marram/mfe-events/src/section'
import * as quiz from '@marram/mfe-quiz/src/section'
import type { Composition } from '@marram/release-contract/composition'
import type { DeclaredPage, SectionDeclaration } from '@marram/release-contract/section'
import type { SectionModule } from '@marram/shell/src/federation/pages'

type Section = { pages: SectionModule['pages']; section: SectionDeclaration<Record<string, unknown>> }

const all = { 'mfe-content': content, 'mfe-events': events, 'mfe-quiz': quiz, 'mfe-account': account } as Record<
  string,
  Section
>

/** Every section of the site, compiled in. */
export const sections: Record<string, SectionModule> = Object.fromEntries(
  Object.entries(all).map(([name, { pages }]) => [name, { pages, version: '1.0.0', forget: () => {} }]),
)

const declaredPages = ({ pages, section: { settings } }: Section): DeclaredPage[] =>
  Object.keys(pages).map((pattern) => ({ pattern, ...settings?.[pattern] }))

export const composition: Composition = {
  id: 'one-build',
  shell: { version: '1.0.0', host: '1.0.0' },
  sections: Object.fromEntries(
    Object.entries(all).map(([name, each]) => [
      name,
      { title: each.section.title, pages: declaredPages(each), releases: [] },
    ]),
  ),
}
