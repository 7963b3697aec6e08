import type { Brush } from '../brush'

/** Last year's Christmas tree, on its way to the dune. */
export function wheelbarrow({ col, path, line, circle, ring, rect, dark, move, shadow }: Brush): string {
  const tree =
    path('M0,-270L44,-190H26L66,-116H38L86,-20H-86L-38,-116H-66L-26,-190H-44Z', col.leaf) +
    path('M0,-270L44,-190H26L66,-116H38L86,-20H30Z', dark(col.leaf, 0.16)) +
    rect(-12, -20, 24, 40, col.bark)
  return (
    shadow(270, 0, 10) +
    move(60, -150, tree, -38, 1.25) +
    line('M-290,-196L-150,-150L170,-44', col.wood, 15) +
    line('M-60,-60L-110,6M-30,-60L10,6', col.iron, 15) +
    path('M-170,-206L226,-176L150,-58H-84Z', col.teal) +
    path('M-170,-206L226,-176L216,-160L-158,-188Z', dark(col.teal, 0.3)) +
    path('M-170,-206L-126,-204L-50,-58H-84Z', dark(col.teal, 0.14)) +
    circle(196, -50, 56, col.ink) +
    ring(196, -50, 36, col.steel, 9) +
    circle(196, -50, 12, col.honey) +
    line('M120,-74L196,-50', col.wood, 13) +
    line('M-300,-200h34', col.red, 22)
  )
}

/** Marram to be planted, tied in bundles, and the spade that opens the sand for it. */
export function tillers({ col, path, line, rect, dark, move, repeat, shadow }: Brush): string {
  const bundle = (ground: string) =>
    repeat(9, (i) =>
      line(
        `M${(i - 4) * 7},-70Q${(i - 4) * 16},-190 ${(i - 4) * 31},${-292 + Math.abs(i - 4) * 18}`,
        i % 2 ? ground : dark(ground, 0.2),
        11,
      ),
    ) +
    path('M-34,-120H34L48,4Q0,22 -48,4Z', dark(col.sand, 0.28)) +
    repeat(5, (i) => line(`M${-32 + i * 16},0l${(i - 2) * 5},22`, col.bark, 5)) +
    rect(-40, -132, 80, 26, col.red, 10)
  return (
    shadow(280, 0, 14) +
    line('M-206,4V-330', col.wood, 18) +
    line('M-240,-344h68', col.bark, 22) +
    path('M-246,-96h80v66q-12,54 -40,66q-28,-12 -40,-66Z', col.steel) +
    path('M-246,-96h30v118q-22,-18 -30,-52Z', dark(col.steel, 0.2)) +
    move(-10, 6, bundle(col.leaf), -8) +
    move(160, 10, bundle(col.spruce), 12, 0.86)
  )
}

/** A tray of seedlings on the sill, each with its label. */
export function seedtray({ col, path, rect, line, dark, light, move, repeat, shadow }: Brush): string {
  const seedling = (tall: number) =>
    line(`M0,0V${-tall}`, col.leaf, 9) +
    path(`M0,${-tall * 0.55}q-52,-8 -66,-50q56,-2 66,50Z`, col.leaf) +
    path(`M0,${-tall * 0.7}q52,-8 66,-50q-56,-2 -66,50Z`, light(col.leaf, 0.18)) +
    path(`M0,${-tall}q-30,-22 -18,-58q34,16 18,58Z`, light(col.leaf, 0.3))
  return (
    shadow(280, 0, 6) +
    repeat(4, (i) => move(-204 + i * 136, -118, seedling([120, 176, 148, 96][i] ?? 120))) +
    path('M-280,-128H280L252,0H-252Z', col.rust) +
    path('M-280,-128H-222L-206,0H-252Z', dark(col.rust, 0.2)) +
    rect(-296, -146, 592, 32, dark(col.rust, 0.14), 10) +
    path('M-262,-146Q-130,-168 0,-150T262,-146Z', col.bark) +
    repeat(3, (i) =>
      move(
        -136 + i * 136,
        -146,
        rect(-15, -86, 30, 92, col.cream, 5) + line('M-7,-64h14M-7,-48h14', col.ink, 4),
        6 - i * 7,
      ),
    )
  )
}

/** A plant press, its straps tight, and the grasses that wait beside it. */
export function press({ col, rect, line, path, dark, move, repeat, shadow }: Brush): string {
  return (
    shadow(290, 0, 6) +
    repeat(7, (i) =>
      rect(-236 + (i % 3) * 5, -52 - i * 20, 372 - (i % 2) * 8, 17, i % 2 ? col.cream : dark(col.cream, 0.16), 3),
    ) +
    [0, -196]
      .map(
        (y) =>
          rect(-252, y - 34, 404, 34, col.wood, 6) +
          repeat(5, (i) => rect(-232 + i * 80, y - 34, 9, 34, dark(col.wood, 0.22))),
      )
      .join('') +
    [-160, 50]
      .map(
        (x) =>
          rect(x, -236, 36, 236, col.spruce) +
          rect(x - 7, -150, 50, 44, col.honey, 6) +
          rect(x + 6, -140, 24, 24, col.spruce),
      )
      .join('') +
    move(
      226,
      0,
      repeat(5, (i) =>
        line(`M0,-70Q${(i - 2) * 12},-210 ${(i - 2) * 34},-330`, i % 2 ? col.leaf : dark(col.leaf, 0.25), 8),
      ) +
        repeat(5, (i) =>
          path(`M${(i - 2) * 34},-336q-16,-46 ${(i - 2) * 3},-84q18,40 -${(i - 2) * 3},84Z`, col.honey),
        ) +
        path('M-46,-124H46L36,0H-36Z', col.blue) +
        rect(-54, -132, 108, 20, dark(col.blue, 0.3), 8),
    )
  )
}

/** Sea holly, blue and sharp, where the sand is bare. */
export function seaholly({ col, path, line, dark, light, move, repeat, shadow }: Brush): string {
  const leaf =
    path('M0,0L-34,-30L-26,-58L-64,-84L-30,-96L-40,-142L0,-116L40,-142L30,-96L64,-84L26,-58L34,-30Z', col.teal) +
    line('M0,-6V-104', light(col.teal, 0.3), 6)
  const head =
    repeat(8, (i) => move(0, 0, path('M0,-30L-15,-70L0,-118L15,-70Z', col.navy), i * 45)) +
    path('M-44,14Q-54,-60 0,-76Q54,-60 44,14Q0,40 -44,14Z', col.blue) +
    repeat(5, (i) => line(`M${-28 + i * 14},14l0,-52`, i % 2 ? light(col.blue, 0.3) : dark(col.blue, 0.2), 7))
  return (
    shadow(190, 0, 10) +
    line('M0,0Q-8,-130 0,-270M-6,-96Q-90,-140 -136,-214M4,-80Q80,-120 140,-176', col.teal, 15) +
    repeat(7, (i) => move(-12 + (i - 3) * 8, -8, leaf, (i - 3) * 27, i % 2 ? 0.86 : 1.04)) +
    move(-140, -232, leaf, -40, 0.62) +
    move(144, -194, leaf, 42, 0.62) +
    move(0, -296, head) +
    move(-140, -252, head, -18, 0.7) +
    move(146, -214, head, 18, 0.66)
  )
}

/** A slice of an oak, and a pin in a dry summer. */
export function slice({ col, circle, ring, path, dark, light, repeat, shadow }: Brush): string {
  const wood = light(col.honey, 0.3)
  return (
    shadow(170, 0, 6) +
    circle(0, -192, 196, dark(col.bark, 0.35)) +
    circle(0, -192, 184, col.bark) +
    circle(0, -192, 170, wood) +
    circle(-6, -188, 112, light(col.wood, 0.2)) +
    repeat(6, (i) => ring(-i * 1.6, -192 + i, 156 - i * 24, dark(col.wood, 0.12 + (i % 2) * 0.12), 4 + (i % 3) * 2)) +
    circle(-10, -184, 12, dark(col.wood, 0.4)) +
    path('M-10,-184L108,-322L124,-306Z', dark(col.bark, 0.2)) +
    circle(-114, -122, 15, col.red) +
    path('M-110,4L-150,-46L-58,-16ZM110,4L150,-46L58,-16Z', dark(col.wood, 0.3))
  )
}
