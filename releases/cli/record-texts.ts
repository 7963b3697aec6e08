import type { Addresses } from '@marram/release-contract/calls/addresses'
import type { Unused } from '@marram/release-contract/calls/clean-up'
import type { Delivery } from '@marram/release-contract/calls/delivery'
import type { Compositions, Environments } from '@marram/release-contract/calls/environments'
import type { Events } from '@marram/release-contract/calls/events'
import type { Evidence, Faults, Known } from '@marram/release-contract/calls/evidence'
import { claimsText, type Identities } from '@marram/release-contract/calls/identities'
import type { Notifications, Recipients } from '@marram/release-contract/calls/notifications'
import type { PreviewLink, PreviewLinks } from '@marram/release-contract/calls/previews'
import type { PagesSeen, Rehearsal } from '@marram/release-contract/calls/rehearsals'
import type { Difference, GateReport, Parts, PartVersions, Pictures } from '@marram/release-contract/calls/releases'
import type { Schedule } from '@marram/release-contract/calls/schedule'
import type { Tokens } from '@marram/release-contract/calls/tokens'
import { shortId } from '@marram/release-contract/composition-id'
import { isOwnFailure } from '@marram/release-contract/evidence'
import { limitWords } from '@marram/release-contract/permissions'
import { stateText } from '../src/audit/event-words'
import { rehearsedText, rehearsalText as sentenceOf } from '../src/delivery/rehearsal-text'
import { duration } from '../src/duration'
import { stageWords, verdictWords } from '../src/evidence/verdict-text'
import { choiceWords, digestWords, failedPart, previewWords, retiredWords } from '../src/evidence/why-text'
import { changeOf, type Line } from '../src/gate/difference'
import { pageWords, sortedPages } from '../src/gate/picture-words'
import { named, table } from './text-table'

export const partsText = ({ parts }: Parts): string =>
  table(
    parts.map(({ part, latest, versions, live }) => {
      return { PART: part, LATEST: latest, VERSIONS: versions, LIVE: named(live) || null }
    }),
    'Nothing is published yet.',
  )

export const versionsText = ({ versions }: PartVersions): string =>
  table(
    versions.map(({ version, host, publishedAt, live, candidate }) => {
      const places = [...live, ...candidate.map((environment) => `${environment} (candidate)`)]
      return { VERSION: version, HOST: host, PUBLISHED: publishedAt, LIVE: places.join(', ') || null }
    }),
  )

export function gateText({
  environment,
  part,
  version,
  replaces,
  passed,
  checks,
  pairs,
  pictures,
}: GateReport): string {
  const instead = replaces === null ? '' : ` instead of ${replaces}`
  const rows = checks.map(({ name, outcome, message }) => ({ CHECK: name, OUTCOME: outcome, WHAT: message }))
  const pairRows = pairs.map(({ section, version, shell, why, server, browser, message }) => ({
    ...{ SECTION: section, VERSION: version, SHELL: shell, WHY: why },
    ...{ 'ON THE SERVER': server, 'IN A BROWSER': browser, WRONG: message },
  }))
  const heading = `${part} ${version} ${passed ? 'can' : 'cannot'} go live in ${environment}${instead}.`
  const pages = pictures && picturesText(pictures)
  return [`${heading}\n${table(rows)}`, table(pairRows), pages].filter(Boolean).join('\n\n')
}

function picturesText(pictures: Pictures): string {
  const { live, pending, message } = pictures
  const { toSee, same } = sortedPages(pictures)
  const rows = toSee.map((page) => ({
    [live === null ? 'PAGE' : `PAGE, BESIDE ${live}`]: page.path,
    LOOK: pageWords(page, live),
  }))
  return [
    table(rows),
    same.length > 0 && `Without a difference: ${same.join(', ')}`,
    message,
    pending && 'Pictures of its pages are being taken: look again in a minute, or save them with --pictures FOLDER.',
  ]
    .filter(Boolean)
    .join('\n')
}

export function differenceText({ environment, part, version, live, ...lines }: Difference): string {
  const titles = {
    sizes: 'SIZE',
    patterns: 'ADDRESS',
    modules: 'SHARED MODULE',
    packages: 'PACKAGE',
    files: 'FILE',
  } as const
  const tables = Object.entries(titles).map(([kind, title]) => {
    const rows: Line<number | string>[] | undefined = lines[kind as keyof typeof titles]
    if (!rows) return `${title}: not known, since one of the two has no bill of materials.`
    return table(
      rows.map((line) => ({
        [title]: line.name,
        [live]: line.before,
        [version]: line.after,
        CHANGE: changeOf(line, String),
      })),
      `${title}: no difference.`,
    )
  })
  return [`${part} ${version} beside ${live}, which is live in ${environment}`, ...tables].join('\n\n')
}

export function unusedText({ days, releases, uploads, kept }: Unused): string {
  const kilobytes = (...all: { bytes: number }[]) => Math.round(all.reduce((sum, { bytes }) => sum + bytes, 0) / 1000)
  const unusedTable = table(
    releases.map((each) => {
      const { part, version, lastUse, files } = each
      return { PART: part, VERSION: version, 'LAST USE': lastUse, FILES: files, KB: kilobytes(each) }
    }),
  )
  const uploadTable = table(
    uploads.map((each) => ({
      ...{ PART: each.part, VERSION: each.version, BY: each.by, 'STANDS STILL SINCE': each.lastAt },
      ...{ FILES: `${each.files} of ${each.ofFiles}`, KB: kilobytes(each) },
    })),
  )
  const keptTable = table(
    kept.map((each) => ({
      ...{ PART: each.part, VERSION: each.version, KB: kilobytes(each), UNTIL: each.keptUntil ?? 'in use' },
      WHY: each.why.map(({ message }) => message).join(' '),
    })),
  )
  const texts = [
    releases.length === 0
      ? `Every release was in use within ${days} days.`
      : `May be deleted, ${kilobytes(...releases)} KB: no page has named it for ${days} days.\n${unusedTable}`,
    uploads.length > 0 && `Abandoned uploads, ${kilobytes(...uploads)} KB:\n${uploadTable}`,
    kept.length > 0 && `Kept, ${kilobytes(...kept)} KB:\n${keptTable}`,
  ]
  return texts.filter(Boolean).join('\n\n')
}

export const compositionsText = ({ compositions, next }: Compositions): string =>
  table(
    compositions.map(({ id, versions, lastAt, partial, live }) => ({
      COMPOSITION: shortId(id),
      LIVE: `${live ? 'yes' : 'no'}${partial ? ', in rollouts' : ''}`,
      'LAST CHANGE': lastAt,
      VERSIONS: named(versions),
    })),
    'No composition was live there, or none before that one.',
  ) + olderText(next)

const olderText = (next: number | string | null | undefined) => (next == null ? '' : `\nOlder ones: --before ${next}`)

export const eventsText = ({ events, next }: Events): string =>
  table(
    events.map(({ id, at, action, refused, actor, environment, part, from, to, reason, detail, role }) => ({
      ID: id,
      WHEN: at,
      WHO: actor ? `${actor}${role ? ` (${role})` : ''}` : '(no token)',
      WHAT: refused ? `${action}: refused` : action,
      WHERE: [part, environment].filter(Boolean).join(' in ') || null,
      'FROM → TO': refused ? String(detail.message ?? '') : `${stateText(from)} → ${stateText(to)}`,
      WHY: reason ?? '',
    })),
    'No such event.',
  ) + olderText(next)

export const deliveryText = ({ environment, figures, rehearsal }: Delivery): string =>
  `${table(
    figures.map(({ month, part, released, live, leadSeconds, takenBack, recoverySeconds }) => ({
      MONTH: month,
      PART: part ?? 'all',
      RELEASED: released,
      LIVE: live,
      'PUBLISHED → LIVE': leadSeconds === null ? null : duration(leadSeconds),
      'TAKEN BACK': `${takenBack} (${Math.round((takenBack / released) * 100)} %)`,
      AFTER: recoverySeconds === null ? null : duration(recoverySeconds),
    })),
    `Nothing was released in ${environment} in these months.`,
  )}\n\n${rehearsedText(rehearsal, environment).join('\n')}`

export function rehearsalText(done: Rehearsal): string {
  const { before, steps, perSecond, busiest, problems } = done
  const seen = ({ pages, failed, late, missing, mixed, medianMs, worstMs }: PagesSeen) => ({
    ...{ PAGES: pages, FAILED: failed, LATE: late, 'NOT FOUND': missing, MIXED: mixed },
    ...{ 'MEDIAN MS': medianMs, 'WORST MS': worstMs },
  })
  const rows = steps.map((step) => ({
    CHANGE: `${step.part} ${step.way} to ${step.version}`,
    'ANSWERED MS': step.answeredMs,
    'FIRST PAGE MS': step.firstMs,
    'LAST OLD PAGE MS': step.lastMs,
    ...seen(step),
  }))
  const none = { 'ANSWERED MS': null, 'FIRST PAGE MS': null, 'LAST OLD PAGE MS': null }
  return [
    `Visitors asked for ${perSecond} pages a second, ${
      busiest === null
        ? 'of all public pages alike: of the last day nothing is known'
        : `in the mix of the last day, whose busiest minute had ${Math.round(busiest)} pages`
    }. Times are from the start of a command.`,
    table([{ CHANGE: 'before', ...none, ...seen(before) }, ...rows]),
    sentenceOf(done),
    ...(problems.length > 0
      ? [
          'A rollback would show the same to visitors. npm run release -- gate PART VERSION says what is known of the earlier version; rollback PART VERSION goes further back.',
        ]
      : []),
  ].join('\n')
}

export const scheduleText = ({ environment, changes }: Schedule): string =>
  table(
    changes.map(({ id, at, what, by, state, outcome, problem = null, reason }) => ({
      ID: id,
      WHEN: at,
      WHAT: what,
      BY: by,
      STATE: outcome !== null ? `${state}: ${outcome}` : problem !== null ? `cannot be made: ${problem}` : state,
      WHY: reason,
    })),
    `Nothing is scheduled in ${environment}.`,
  )

export const recipientsText = ({ environment, recipients }: Recipients): string =>
  table(
    recipients.map(({ id, target, part, by, createdAt }) => ({
      ID: id,
      TO: target,
      OF: part,
      BY: by,
      SINCE: createdAt,
    })),
    `Nobody is notified of changes in ${environment}.`,
  )

export const notificationsText = ({ environment, notifications }: Notifications): string =>
  table(
    notifications.map(({ at, what, target, state, attempts, dueAt, outcome }) => ({
      WHEN: at,
      WHAT: what,
      TO: target,
      STATE: state === 'waiting' && attempts > 0 ? `waits until ${dueAt}` : state,
      ATTEMPTS: attempts,
      OUTCOME: outcome,
    })),
    `Nothing of ${environment} was sent in the last 30 days.`,
  )

export const addressesText = ({ addresses }: Addresses): string =>
  table(
    addresses.map(({ pattern, part, since, by }) => ({ PATTERN: pattern, PART: part, SINCE: since, BY: by })),
    'No address is reserved there.',
  )

export const environmentsText = ({ environments }: Environments): string =>
  table(
    environments.map(({ environment, composition, parts, revision }) => {
      const id = composition && shortId(composition)
      return { ENVIRONMENT: environment, COMPOSITION: id, PARTS: parts, REVISION: revision }
    }),
  )

export const tokensText = ({ tokens }: Tokens): string =>
  table(
    tokens.map(({ name, role, part, environment, expiresAt, valid }) => {
      const end = expiresAt === null ? 'yes' : `until ${expiresAt}`
      return { NAME: name, ROLE: role, OF: limitWords({ part, environment }) || null, VALID: valid ? end : 'no' }
    }),
  )

export const identitiesText = ({ identities }: Identities): string =>
  table(
    identities.map(({ name, role, part, environment, issuer, audience, claims }) => ({
      ...{ NAME: name, ROLE: role, OF: limitWords({ part, environment }) || null, ISSUER: issuer, AUDIENCE: audience },
      CLAIMS: claimsText(claims),
    })),
    'No ID tokens are exchanged for tokens.',
  )

export const faultsText = ({ environment, faults }: Faults): string =>
  table(
    faults.map(({ part, place, message, count, firstVersion, lastAt, lastReport }) => ({
      ...{ TIMES: count, PART: part, WHERE: place, WHAT: message, SINCE: firstVersion, LAST: lastAt, WHY: lastReport },
    })),
    `No failure was reported from browsers in ${environment} in the last 30 days.`,
  )

export function evidenceText({ versions, verdict, poorer }: Evidence): string {
  const rows = versions.map(({ version, candidate, loads, failures, ...each }) => {
    const counts: Partial<Record<string, number>> = each.counts
    // `3 (boundary 2, load 1)`
    const stages = stageWords(Object.entries(counts).map(([metric, times = 0]) => [metric, times] as const))
    const vital = (name: string) => ['good', 'fair', 'poor'].map((grade) => counts[`${name}.${grade}`] ?? 0).join('/')
    return {
      VERSION: candidate ? `${version} (candidate)` : version,
      LOADS: loads,
      FAILURES: stages === '' ? failures : `${failures} (${stages})`,
      ...{ LCP: vital('lcp'), INP: vital('inp'), CLS: vital('cls') },
    }
  })
  const legend = 'LCP, INP and CLS: how many loads were good, fair and poor.'
  const shown = rows.length === 0 ? table(rows) : `${table(rows)}\n${legend}`
  const words = verdict === null ? [] : [`The candidate is ${verdictWords(verdict)}.`]
  return [shown, ...words, ...poorer].join('\n')
}

export const previewText = ({ id, path, url, versions, expiresAt, needsToken, note }: PreviewLink): string =>
  (needsToken
    ? `${url ?? path}\nShows what that address serves at the moment, rendered by the edge, with ${named(versions)}, to everybody who has this link and a token of any role, until ${expiresAt}. ${NOT_SHOWN}`
    : `${url ?? path}\nShows ${named(versions)} to everybody who has this link, until ${expiresAt}.`) +
  `${note === undefined ? '' : `\n${note}`}\nTo end it before: npm run release -- end-preview ${id}`

/** Shown for a preview of a dev source. */
const NOT_SHOWN =
  'It does not show what the gate would say, nor how fast the pages will be: nothing of it is cached. What is sent in its forms reaches the API of the site.'

export const previewsText = ({ links }: PreviewLinks): string =>
  table(
    links.map(({ id, what, by, expiresAt }) => ({ ID: id, SHOWS: what, BY: by, UNTIL: expiresAt })),
    'No link to a preview shows anything there.',
  )

export function whyText({ composition, versions, report, retired, notUsed, digests, outcomes }: Known): string {
  const because = (part: string) => {
    const choice = report?.choices[part]
    return report && choice ? choiceWords(choice, { version: versions[part], preview: report.preview }) : ''
  }
  const sum = (part: string, is: (metric: string) => boolean) =>
    outcomes
      .filter((each) => each.part === part && each.version === versions[part] && is(each.metric))
      .reduce((sum, { count }) => sum + count, 0)
  const rows = Object.entries(versions).map(([part, version]) => ({
    PART: part,
    VERSION: version,
    WHY: because(part),
    DIGESTS: digestWords(digests, part, version),
    LOADS: sum(part, (metric) => metric.endsWith('.loads')),
    FAILURES: sum(part, isOwnFailure),
  }))
  const failed = report && failedPart(report, versions)
  return [
    ...(report ? [`Reported at ${report.at}: ${report.message}${failed ? ` (${failed})` : ''}`] : []),
    ...(report?.preview ? [`The visitor had a link to ${previewWords(report)}, which overrides everything else.`] : []),
    composition === null ? 'No composition is known.' : `Composition ${shortId(composition)}`,
    ...(rows.length > 0 ? [table(rows)] : []),
    ...retired.map(retiredWords),
    ...notUsed.map(
      ({ part, wanted, reason, environment }) => `${part} ${wanted} was not used in ${environment}: ${reason}`,
    ),
  ].join('\n')
}
