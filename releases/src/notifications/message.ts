import { didWords, stateText } from '../audit/event-words'
import type { event } from '../schema'

type Event = typeof event.$inferSelect
type About = { environment: string; at: Date; events: Event[] }

/** Recommended by Standard Webhooks. */
const MOST_BYTES = 20_000
const MOST_TEXT = 2_000
const MOST_WORDS = 500

/** The body of a webhook. Chats show its `text`. */
export type Message = { type: string; timestamp: string; text: string; data: Record<string, unknown> }

const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim()
const shortened = (text: string, most: number) => (text.length > most ? `${text.slice(0, most)}…` : text)

/** A change as a sentence: `Ann promoted events 1.1.0 in production: new cards` */
export function changeWords({ environment, events }: Omit<About, 'at'>): string {
  const [first] = events
  if (!first) return `A test of the notifications of ${environment}`
  const about = events.flatMap(({ part, version }) => [part, version].filter(Boolean).join(' ') || []).join(', ')
  const why = first.refused ? first.detail.message : first.reason
  // Nobody was refused anything: it was scheduled, and could not be made.
  const did = first.refused ? `had scheduled a ${first.action} that was not made:` : didWords(first)
  const words = [first.actor, did, about, about && 'in', environment].filter(Boolean).join(' ')
  return oneLine(shortened(`${words}${why ? `: ${why}` : ''}`, MOST_WORDS))
}

/** A change, as recipients get it. */
export function messageOf({ environment, at, events }: About): Message {
  const [first] = events
  const states = events
    .filter(({ from, to }) => from !== null || to !== null)
    .map(({ part, from, to }) => oneLine(`${part ?? environment}: ${stateText(from)} → ${stateText(to)}`))
  const message = {
    type: first === undefined ? 'test' : first.refused ? `${first.action}.failed` : first.action,
    timestamp: at.toISOString(),
    text: shortened([changeWords({ environment, events }), ...states].join('\n'), MOST_TEXT),
    data: {
      environment,
      actor: first?.actor ?? null,
      reason: first?.reason ?? null,
      composition: first?.composition ?? null,
      events: events.map(({ id, part, version, from, to }) => ({ id, part, version, from, to })),
    },
  }
  if (Buffer.byteLength(JSON.stringify(message)) <= MOST_BYTES) return message
  // The audit log has the rest, by these ids.
  return {
    ...message,
    data: { environment, events: events.slice(0, MOST_WORDS).map(({ id }) => ({ id })), short: true },
  }
}
