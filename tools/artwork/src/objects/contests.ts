import type { Brush } from '../brush'
import { bird } from './shore'

/** A flagpole and the shadow it throws, hour by hour, in chalk. */
export function flagpole({ col, line, path, rect, circle, dark, shadow }: Brush): string {
  const marks = Array.from({ length: 7 }, (_, i) => {
    const angle = Math.PI * (0.06 + (0.88 * i) / 6)
    return `M${Math.round(-20 - Math.cos(angle) * 226)},${Math.round(-30 + Math.sin(angle) * 50)}L${Math.round(-20 - Math.cos(angle) * 290)},${Math.round(-30 + Math.sin(angle) * 64)}`
  })
  return (
    path('M-24,-26L-250,6L-236,16L-16,-22Z', dark(col.leaf, 0.5), ' opacity=".6"') +
    line(marks.join(''), col.white, 9) +
    shadow(64, -24, -10) +
    rect(-34, -402, 20, 384, col.white, 8) +
    circle(-24, -404, 15, col.honey) +
    path('M-14,-384q70,-30 130,0t130,-6V-260q-66,30 -130,4t-130,6Z', col.teal) +
    path('M-14,-340q70,-30 130,0t130,-6V-302q-66,30 -130,4t-130,6Z', col.cream) +
    rect(-60, -34, 72, 24, col.steel, 8)
  )
}

/** Running shoes that are dry for the last time today. */
export function trainers(b: Brush): string {
  const { col, path, line, move, dark, rect, shadow } = b
  const shoe = (fill: string) =>
    path('M-150,-150q20,16 60,4q36,-14 56,20q40,60 130,70q60,8 62,56H-164q-14,-90 14,-150Z', fill) +
    path('M-150,-150q20,16 60,4q-20,70 -10,146H-164q-14,-90 14,-150Z', dark(fill, 0.22)) +
    rect(-170, -8, 336, 30, col.white, 14) +
    line('M-20,-112l34,-22M6,-84l36,-26M36,-62l36,-28', col.white, 10) +
    line('M-70,-40q60,-30 110,-10', col.honey, 15)
  return (
    shadow(150, -110, -34) +
    move(-112, -54, shoe(col.blue), 0, 0.95) +
    shadow(200, 70, 6) +
    move(72, -20, shoe(col.red), 0, 1.15)
  )
}

/** What the four of a relay wear, hung out between two legs. */
export function bibs({ col, path, rect, line, move, dark, shadow }: Brush): string {
  const numbers = [
    'M-16,-84l20,-14v76',
    'M-24,-80q6,-22 26,-20q28,8 16,34L-24,-22H26',
    'M-24,-94H22L-4,-66q30,0 26,24t-46,14',
    'M12,-22V-98L-28,-42H28',
  ]
  const bib = (number: string, i: number) =>
    move(
      -204 + i * 136,
      -180 + (i % 3 === 0 ? -10 : 0),
      path('M-56,-140H56L62,6q-31,10 -62,0t-62,0Z', col.white) +
        path('M-56,-140H56L57.5,-112H-57.5Z', [col.red, col.honey, col.blue, col.leaf][i] as string) +
        line(number, col.navy, 15) +
        rect(-44, -160, 12, 34, col.wood, 4) +
        rect(32, -160, 12, 34, col.wood, 4),
      [5, -3, 2, -6][i],
    )
  return (
    shadow(30, -286, 12) +
    shadow(30, 286, 12) +
    shadow(104, -18, -6) +
    rect(-296, -384, 20, 396, col.bark, 6) +
    rect(276, -384, 20, 396, col.bark, 6) +
    rect(-296, -384, 8, 396, dark(col.bark, 0.3), 4) +
    line('M-286,-350Q0,-306 286,-350', col.ink, 6) +
    numbers.map(bib).join('') +
    line('M-110,-8L74,-34', col.honey, 24) +
    line('M-110,-8l30,-4M44,-30l30,-4', col.red, 24)
  )
}

/** Three steps for the first three, and who stands on the highest. */
export function podium(b: Brush): string {
  const { col, rect, line, move, dark, shadow } = b
  const step = (x: number, h: number, fill: string, place: string) =>
    rect(x - 92, -h, 184, h + 8, fill, 6) +
    rect(x - 92, -h, 50, h + 8, dark(fill, 0.14), 6) +
    rect(x - 100, -h - 12, 200, 26, dark(fill, 0.26), 8) +
    move(x, -h + 70, line(place, col.ink, 15))
  return (
    shadow(300, 0, 8) +
    step(-186, 150, col.cream, 'M-22,-22q4,-20 24,-18q26,8 14,32L-22,32H24') +
    step(186, 116, col.rust, 'M-22,-36H22L-4,-8q28,0 24,22t-44,12') +
    step(0, 222, col.honey, 'M-16,-26l20,-14v74') +
    move(-10, -230, bird(b), 0, 0.52)
  )
}

/** A cup with two handles on a plinth, with a wave engraved. */
export function trophy({ col, path, rect, line, dark, light, oval, shadow }: Brush): string {
  const bowl = 'M-132,-384H132Q132,-214 34,-176H-34Q-132,-214 -132,-384Z'
  return (
    shadow(150) +
    line('M-128,-350H-196Q-204,-236 -74,-222M128,-350H196Q204,-236 74,-222', col.honey, 24) +
    path(bowl, col.honey) +
    path('M20,-384H132Q132,-214 34,-176H0Q60,-250 20,-384Z', dark(col.honey, 0.18)) +
    path('M-104,-366h34q0,100 34,150q-62,-34 -68,-150Z', light(col.honey, 0.55)) +
    line('M-62,-286q20,-30 41,0t41,0t41,0', col.rust, 13) +
    rect(-150, -402, 300, 34, light(col.honey, 0.25), 14) +
    rect(-26, -184, 52, 64, dark(col.honey, 0.18)) +
    oval(0, -140, 52, 16, col.honey) +
    path('M-74,-90L-52,-126H52L74,-90Z', col.honey) +
    rect(-116, -92, 232, 96, col.bark, 6) +
    rect(-116, -92, 232, 24, dark(col.bark, 0.25), 6) +
    rect(-62, -56, 124, 40, col.cream, 6)
  )
}
