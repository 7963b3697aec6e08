import { f } from './curves'
import { lettering, widthOf } from './lettering'
import { withNight } from './night'
import { type Hour, mix, palettes } from './palettes'
import { random } from './random'

const SIZE = 17

/** A rosette of leaves with initials: the portrait of a person of whom there is no picture. */
export function medallion(seed: string, initials: string, hour: Hour): string {
  const night = drawn(seed, initials, atNight(hour))
  return hour === 'night' ? night : withNight(drawn(seed, initials, byDay(hour)), night)
}

type Colours = { ground: string; outer: string; inner: string; disc: string; ink: string }

function byDay(hour: Hour): Colours {
  const { sky, near, grass, ink } = palettes[hour]
  return { ground: sky[1], outer: mix(near, grass[1], 0.35), inner: grass[1], disc: '#ffffff', ink }
}

/** By moonlight the leaves still have something of their hour, so that people differ. */
function atNight(hour: Hour): Colours {
  const { sky, sun } = palettes.night
  const leaf = hour === 'night' ? sun : palettes[hour].far
  const [ground, outer, inner] = [0.1, 0.42, 0.66].map((t) => mix(sky[1], leaf, t)) as [string, string, string]
  return { ground, outer, inner, disc: sky[0], ink: sun }
}

function drawn(seed: string, initials: string, { ground, outer, inner, disc, ink }: Colours): string {
  const next = random(seed)
  const count = 7 + Math.floor(next() * 6)
  const length = 44 + next() * 4
  const width = 12 + next() * 8
  let leaves = ''
  for (let ring = 0; ring < 2; ring++)
    for (let i = 0; i < count; i++) {
      const turn = ((i + ring * 0.5) / count) * 360
      const bulge = length * 0.5 * (1 - ring * 0.2)
      const tip = f(50 - length * (1 - ring * 0.22))
      const side = width * (1 - ring * 0.35)
      leaves += `<path d="M50,50Q${f(50 + side)},${f(50 - bulge)} 50,${tip}Q${f(50 - side)},${f(50 - bulge)} 50,50" fill="${ring ? inner : outer}" opacity="${ring ? 0.95 : 0.9}" transform="rotate(${f(turn)} 50 50)"/>`
    }
  const name = lettering(initials, 50 - (widthOf(initials) * SIZE) / 2, 50 + SIZE * 0.35, SIZE, ink)
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100" aria-hidden="true"><defs></defs><rect width="100" height="100" fill="${ground}"/>${leaves}<circle cx="50" cy="50" r="20" fill="${disc}"/>${name}</svg>`
}
