/**
 * What `npm run verify` has to have tried of what is slow and rare, by titles of tests: its table has a row for each.
 * What needs a PostgreSQL server is not here.
 */
export const RARE_CELLS: Record<string, string[]> = {
  'commands/start.spec.ts': [
    'a start that cannot be is told in one line, and the site that runs goes on',
    'a folder that cannot be written is told in one line',
    'the api service is started again when it is killed',
    'the releases service is started again when it is killed',
    'the edge service is started again when it is killed',
    'a killed site leaves no process, and the next start does again only what has changed',
    'Ctrl-C stops everything, also while browsers hold connections open',
    'Ctrl-C in the middle of a start stops it as well',
    'SIGTERM to npm alone leaves no process',
    'SIGKILL to npm alone leaves no process',
    'a first start that is killed while it publishes is completed by the next one',
  ],
  'faults/evidence-shell.spec.ts': [
    'a shell that does not start in browsers is taken away from its visitors by itself',
    'a document tells of the shell alone where a file that it provides to a section does not come',
  ],
  'faults/faults.spec.ts': [
    'the new version answers with 404: the last good one is shown',
    'the new version answers with garbage: the last good one is shown',
    'the new version answers with hang: the last good one is shown',
    'an entry that fails once is asked for again and the page hydrates',
    "a page's own chunk is missing: the last good version is shown",
    "a page's own chunk is slow: the page waits for it",
    'the style of the next page is missing: its last good version is shown, with its own style',
    'a chunk that the shell shares fails for ever: a notice, and Try again once it is healed',
    'a chunk that the shell shares fails once: nobody notices',
    'a section that needs another host is not loaded, and that is reported',
  ],
  'faults/server-faults.spec.ts': [
    'its page never ends: visitors get the frame, the process is replaced, other pages go on',
    'its page takes all memory: visitors get the frame, the process is replaced, other pages go on',
    'its build ends the process when it is linked: the last good version is shown',
    "its build hangs when it is linked: pages go on, and another team's promotion is seen at once",
    'its build asks for a module that the shell does not provide: the last good version is shown',
  ],
  'faults/skew.spec.ts': [
    "today's shell runs sections that were released earlier",
    "the earlier shell runs today's sections",
  ],
  'faults/stopped.spec.ts': [
    'a stop and its end reach a tab that is open, and links that are followed in it, within five seconds',
  ],
  'faults/swap.spec.ts': ['the same version with other bytes is refused, the same bytes are nothing new'],
  'faults/two-compositions.spec.ts': [
    'while the live one changes to and fro, every page is whole and shows the version that it names',
  ],
  'verify/rare/browser-gate.spec.ts': [
    'an edition that keeps to itself goes live after a browser has opened it',
    'an edition that breaks “in browsers” is refused before a visitor has it',
    'an edition that breaks “in an effect” is refused before a visitor has it',
    'an edition that breaks “replaces built-ins” is refused before a visitor has it',
    'an edition that breaks “leaves a style” is refused before a visitor has it',
    'an edition that breaks “shifts” is refused before a visitor has it',
    'an edition that breaks “spins in browsers” is refused before a visitor has it',
    'an edition that breaks “in a loader” is refused before a visitor has it',
  ],
  'verify/rare/console-origin.spec.ts': [
    'a script of the public site can do nothing with the session of whoever is logged in at the console',
    'at the address of the public site there is nothing of the console but the way to it',
  ],
  'verify/rare/dev.spec.ts': [
    'a part that is not there is told in one line',
    'an edit shows up in an open page; a mistake is told and the last good page stays',
  ],
  'verify/rare/edge-cache.spec.ts': [
    'keeps pages of content until it changes, searches as well, and failures not at all',
    'has one page for all addresses that nobody owns, which names none of them',
    'goes on without its API, says so, and follows it when it is back',
  ],
  'verify/rare/evidence-browsers.spec.ts': [
    'the desk counts a page that breaks in a loader against its section: browser.failures.late',
    'the desk counts a page that breaks later against its section: browser.failures.hang',
    'the desk counts a page that breaks aside against its section: browser.failures.thrown',
  ],
  'verify/rare/evidence.spec.ts': [
    'a release that passes the gate and fails in browsers is taken away from its visitors by itself',
  ],
  'verify/rare/first-minutes.spec.ts': [
    'every command of a release manager’s first ten minutes works, one after the other',
  ],
  'verify/rare/many-searches.spec.ts': [
    'is told so in words after a while, and nobody else notices',
    'and goes on in the browser reads the same there',
  ],
  'verify/rare/new-section.spec.ts': [
    'a new section, taken out of this workspace, is built, released and shown without a new shell',
    'each part builds alone in a folder of its own, and the site runs on those builds',
    'a new section, left in the workspace, passes every check and is built, released and shown with no other edit',
  ],
  'verify/rare/not-public.spec.ts': [
    'what operators may ask the API is not reachable from outside, not even with the right token',
    'whoever has no token learns nothing from the registry but what visitors need, and changes nothing',
    'files of a release that was never live are for nobody but holders of a token',
    'server builds and source maps are not for visitors',
  ],
  'verify/rare/operations.spec.ts': [
    'operators read of every service how it does, by part and version; visitors do not',
    'one id follows a request through the services, and nothing that was in its address is logged',
  ],
  'verify/rare/share.spec.ts': [
    "a developer's machine is one part of the live site for whoever has the link and a token, and pages follow its edits",
  ],
  'verify/rare/start-alone.spec.ts': [
    'edge, API and registry run alone: the edge is healthy once there are pages to serve',
    'a service with wrong variables says so in one line for each',
    'a service whose database does not answer says so in one line',
    'each service lists its variables',
  ],
}

/** Of these, which are many, it has a row for each file. */
export const JOURNEYS: string[] = [
  'journeys/about-and-more.spec.ts',
  'journeys/account-forms.spec.ts',
  'journeys/account.spec.ts',
  'journeys/articles.spec.ts',
  'journeys/before-hydration.spec.ts',
  'journeys/bytes.spec.ts',
  'journeys/carousel.spec.ts',
  'journeys/console-desk.spec.ts',
  'journeys/console.spec.ts',
  'journeys/events.spec.ts',
  'journeys/foreign-api.spec.ts',
  'journeys/form-states.spec.ts',
  'journeys/found-and-shared.spec.ts',
  'journeys/home-and-media.spec.ts',
  'journeys/hydration.spec.ts',
  'journeys/keyboard.spec.ts',
  'journeys/looks.spec.ts',
  'journeys/next-click.spec.ts',
  'journeys/over-pictures.spec.ts',
  'journeys/quiz-foreign.spec.ts',
  'journeys/quiz.spec.ts',
  'journeys/registration.spec.ts',
  'journeys/search.spec.ts',
  'journeys/shell.spec.ts',
  'journeys/text-size.spec.ts',
  'journeys/told-as-it-is.spec.ts',
]
