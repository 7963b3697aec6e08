/**
 * What `npm run verify` has to have tried of what is slow and rare, by titles of tests: its table has a row for each.
 * What needs a PostgreSQL server is not here.
 */
export const RARE_CELLS: Record<string, string[]> = {
  'commands/start.spec.ts': [
    'a start that fails prints one line, and the running site goes on',
    'a folder that cannot be written is reported in one line',
    'the api service is restarted when it is killed',
    'the releases service is restarted when it is killed',
    'the edge service is restarted when it is killed',
    'a killed site leaves no process, and the next start redoes only what has changed',
    'Ctrl-C stops everything, even while browsers hold connections open',
    'Ctrl-C in the middle of a start stops everything too',
    'SIGTERM to npm alone leaves no process',
    'SIGKILL to npm alone leaves no process',
    'a first start that is killed while it publishes is completed by the next one',
  ],
  'faults/dictionaries.spec.ts': ['gets the last good version when what is new arrives damaged'],
  'faults/evidence-shell.spec.ts': [
    'a shell that does not start in browsers is rolled back automatically',
    'a document reports only the shell when a file that it provides to a section does not load',
  ],
  'faults/faults.spec.ts': [
    'the new version fails with 404: the last good one is shown',
    'the new version fails with garbage: the last good one is shown',
    'the new version fails with hang: the last good one is shown',
    'an entry that fails once is requested again and the page hydrates',
    "a page's own chunk is missing: the last good version is shown",
    "a page's own chunk is slow: the page waits for it",
    'the style of the next page is missing: its last good version is shown, with its own style',
    'a shared chunk of the shell fails for ever: the page shows a notice, and Try again works after the repair',
    'a shared chunk of the shell fails once: the page works as usual',
    'a section that needs another host is not loaded, and that is reported',
  ],
  'faults/server-faults.spec.ts': [
    'its page never ends: visitors get the app shell, the process is replaced, other pages go on',
    'its page takes all memory: visitors get the app shell, the process is replaced, other pages go on',
    'its build ends the process when it is linked: the last good version is shown',
    "its build hangs when it is linked: pages go on, and another team's promotion is seen at once",
    'its build imports a module that the shell does not provide: the last good version is shown',
  ],
  'faults/skew.spec.ts': [
    "today's shell runs sections that were released earlier",
    "the earlier shell runs today's sections",
  ],
  'faults/stopped.spec.ts': [
    'stopping and reviving a part reaches open tabs, and links followed in them, within five seconds',
  ],
  'faults/swap.spec.ts': ['the same version with other bytes is refused, the same bytes change nothing'],
  'faults/two-compositions.spec.ts': [
    'while the live one keeps changing, every page is whole and shows the version that it names',
  ],
  'verify/rare/browser-gate.spec.ts': [
    'an edition without faults goes live after a browser has opened it',
    'every page of the site’s own sections passes in a browser',
    'an edition that breaks “in browsers” is refused before a visitor has it',
    'an edition that breaks “in an effect” is refused before a visitor has it',
    'an edition that breaks “replaces built-ins” is refused before a visitor has it',
    'an edition that breaks “leaves a style” is refused before a visitor has it',
    'an edition that breaks “shifts” is refused before a visitor has it',
    'an edition that breaks “spins in browsers” is refused before a visitor has it',
    'an edition that breaks “in a loader” is refused before a visitor has it',
  ],
  'verify/rare/console-views.spec.ts': [
    'what a candidate changes is seen in pictures beside those of live, also by keyboard',
    'faults of browsers are listed with the version that had them first',
    'recipients are added, tried and removed, and what was sent is listed',
    'an identity of a pipeline is added and removed',
    ...[
      ...['Board', 'Activity', 'Delivery', 'Why', 'Clean-up', 'Scheduled in production', 'Approvals in production'],
      ...['Links to previews in production', 'Compositions of production', 'mfe-fixture in production'],
    ].map((title) => `the page “${title}” of the console can be used at 390 pixels, as at a desk`),
  ],
  'verify/rare/console-origin.spec.ts': [
    'a script of the public site cannot use the session of a manager who is logged in at the console',
    'the public site has nothing of the console but a redirect to it',
  ],
  'verify/rare/dev.spec.ts': [
    'a missing part is reported in one line',
    'an edit appears in an open page; a mistake is reported and the last good page stays',
    'edits of named parts, the shell and shared/ui are exchanged in the open page',
  ],
  'verify/rare/at-rest.spec.ts': [
    'an edge at rest asks the registry six times a minute at most: a hundred do so ten times a second',
  ],
  'verify/rare/backup.spec.ts': ['a running site is backed up, and elsewhere it is what it was then'],
  'verify/rare/edge-cache.spec.ts': [
    'keeps pages until the content changes, searches too, and failures not at all',
    'has one page for all unknown addresses, which names none of them',
    'goes on without its API, marks its pages, and updates them when the API is back',
  ],
  'verify/rare/evidence-browsers.spec.ts': [
    'the registry counts a page that breaks in a loader against its section: browser.failures.late',
    'the registry counts a page that breaks later against its section: browser.failures.hang',
    'the registry counts a page that breaks aside against its section: browser.failures.thrown',
  ],
  'verify/rare/http-caches.spec.ts': [
    'are those of the edge, byte by byte, for visitors with other cookies too',
    'come in the encoding that a browser takes, or as unchanged; files of releases and pictures are kept too',
    'give a new visitor a group, and keep nothing of calls and of private pages',
    'are of the versions that a rollout gives to each group, whichever asked first',
    'follow a promotion, a rollback, and a change of the content',
    'come with what is new in a file, once for each version that browsers have',
    'are served while no edge responds',
  ],
  'verify/rare/evidence.spec.ts': ['a release that passes the gate and fails in browsers is rolled back automatically'],
  'verify/rare/first-minutes.spec.ts': [
    'every command of a release manager’s first ten minutes works, one after the other',
  ],
  'verify/rare/many-searches.spec.ts': [
    'gets a message after a while, and others are not affected',
    'gets the same message when navigating in the browser',
  ],
  'verify/rare/new-section.spec.ts': [
    'a new section, left in the workspace, passes every check and is built, released and shown with no other edit',
  ],
  'verify/rare/own-repository.spec.ts': [
    'every command of the manual works outside of the workspace, from an empty folder to a rollback',
    'edits are exchanged in the live site: text, a form that is being filled, style, loader and page',
    'a site over https, with a certificate of its own, is shown as well',
    'npm 11, pnpm and Yarn install the packages too',
    'what the live shell provides no more is an error of editor and check, and upgrade moves the section on',
    'each section of the workspace moves out with its addresses, and the site runs on those builds',
  ],
  'verify/rare/not-public.spec.ts': [
    'operator calls of the API are not reachable from outside, even with the right token',
    'without a token the registry shows only what visitors need, and allows no changes',
    'files of a release that was never live are only for clients with a token',
    'server builds and source maps are not for visitors',
  ],
  'verify/rare/operations.spec.ts': [
    'operators read the state of every service, by part and version; visitors do not',
    'one id follows a request through the services, and no address parameter is logged',
  ],
  'verify/rare/same-bytes.spec.ts': [
    'two checkouts give equal bytes of a part, whatever their paths, time zones and orders of files',
  ],
  'verify/rare/rollback-drill.spec.ts': [
    'a rollback is rehearsed with what visitors ask for, and production stays what it is',
    'a rehearsal that is interrupted leaves neither an edge nor a trace in production, and the next one begins anew',
    'a token of the environment for rehearsals is enough, and one of production is not; the edge has none',
    'a rehearsal fails where the earlier version breaks, and says which page',
  ],
  'verify/rare/share.spec.ts': [
    "a developer's machine serves one part of the live site to visitors with link and token, and pages follow its edits",
  ],
  'verify/rare/start-alone.spec.ts': [
    'edge, API and registry run alone: the edge is healthy once there are pages to serve',
    'a service with wrong variables reports each in one line',
    'a service whose database does not respond reports that in one line',
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
