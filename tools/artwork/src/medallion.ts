import { f } from './curves'
import { lettering, widthOf } from './lettering'
import { withNight } from './night'
import { type Hour, mix, palettes } from './palettes'
import { random } from './random'

const SIZE = 17

/** A rosette of leaves with initials: the portrait of a person of whom there is no picture. */
export function medallion(seed: string, initials: string, hour: Hour): string {
  return hour === 'night'
    ? drawn(seed, initials, hour)
    : withNight(drawn(seed, initials, hour), drawn(seed, initials, 'night'))
}

function drawn(seed: string, initials: string, hour: Hour): string {
  const next = random(seed)
  const pal = palettes[hour]
  const night = hour === 'night'
  const count = 7 + Math.floor(next() * 6)
  const length = 44 + next() * 4
  const width = 12 + next() * 8
  const [outer, inner] = night
    ? [mix(pal.far, pal.sun, 0.12), mix(pal.far, pal.sun, 0.34)]
    : [mix(pal.near, pal.grass[1], 0.35), pal.grass[1]]
  let leaves = ''
  for (let ring = 0; ring < 2; ring++)
    for (let i = 0; i < count; i++) {
      const turn = ((i + ring * 0.5) / count) * 360
      const bulge = length * 0.5 * (1 - ring * 0.2)
      const tip = f(50 - length * (1 - ring * 0.22))
      const side = width * (1 - ring * 0.35)
      leaves += `<path d="M50,50Q${f(50 + side)},${f(50 - bulge)} 50,${tip}Q${f(50 - side)},${f(50 - bulge)} 50,50" fill="${ring ? inner : outer}" opacity="${ring ? 0.95 : 0.9}" transform="rotate(${f(turn)} 50 50)"/>`
    }
  const [disc, ink] = night ? [pal.sky[0], pal.sun] : ['#ffffff', pal.ink]
  const name = lettering(initials, 50 - (widthOf(initials) * SIZE) / 2, 50 + SIZE * 0.35, SIZE, ink)
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100" aria-hidden="true"><defs></defs><rect width="100" height="100" fill="${pal.sky[1]}"/>${leaves}<circle cx="50" cy="50" r="20" fill="${disc}"/>${name}</svg>`
}
