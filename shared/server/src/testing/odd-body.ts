import fc, { type Arbitrary } from 'fast-check'
import { anyJsonText } from './any-json'

const DEEP = 20_000
/** More than any call takes that is not for files. */
const LARGE = 2 * 1024 * 1024

/** Bodies that no call can use, whatever it takes: other JSON, none at all, without end, too much. */
export const oddBody: Arbitrary<string | Buffer> = fc.oneof(
  { weight: 4, arbitrary: anyJsonText },
  fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes)),
  fc.constantFrom(
    ...['', '{"a":', 'undefined', '{"__proto__":{"a":1}}', '{"constructor":{"prototype":{}}}', '{"length":-1}'],
    `${'['.repeat(DEEP)}${']'.repeat(DEEP)}`,
    `${'{"a":'.repeat(DEEP)}0${'}'.repeat(DEEP)}`,
    `[${'{},'.repeat(DEEP)}{}]`,
    `"${'x'.repeat(LARGE)}"`,
    `{"reason":"${'x'.repeat(100_000)}"}`,
  ),
)

/** A body that was good, but for what stands in one place: `other`, as text of JSON. */
export function changedInOnePlace(good: object, other: Arbitrary<string> = anyJsonText): Arbitrary<string> {
  const HERE = '\u0000here'
  const places = placesIn(good)
  return fc.tuple(fc.constantFrom(...places), other).map(([place, instead]) => {
    const changed = structuredClone({ good })
    const whole = ['good', ...place]
    const last = whole.pop() as string
    const around = whole.reduce<Record<string, unknown>>((at, key) => at[key] as Record<string, unknown>, changed)
    around[last] = HERE
    return JSON.stringify(changed.good).replace(JSON.stringify(HERE), () => instead)
  })
}

const placesIn = (value: unknown): string[][] => [
  [],
  ...Object.entries(typeof value === 'object' && value !== null ? value : {}).flatMap(([key, each]) =>
    placesIn(each).map((place) => [key, ...place]),
  ),
]
