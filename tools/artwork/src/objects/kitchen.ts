import type { Brush } from '../brush'

/** One loaf, two slices cut: what has been spent, and what is left. */
export function loaf({ col, path, line, rect, dark, light, move, shadow }: Brush): string {
  const slice = (x: number, fill: string) =>
    path(`M${x},-8q-14,-96 -22,-120q-12,-66 62,-70q78,-2 70,66q-8,34 -12,124Z`, col.bark) +
    path(`M${x + 12},-16q-12,-90 -20,-112q-8,-52 50,-54q62,0 56,52q-8,32 -10,114Z`, fill)
  return (
    shadow(300, 0, 10) +
    rect(-286, -18, 572, 28, col.wood, 12) +
    rect(-286, -2, 572, 12, dark(col.wood), 6) +
    path('M-250,-20q-22,-90 -8,-140q14,-64 120,-70q140,-8 178,40q30,40 14,170Z', col.bark) +
    path('M-250,-20q-22,-90 -8,-140q14,-64 120,-70q80,-4 120,8q-60,20 -50,200Z', col.wood) +
    line('M-196,-206q30,20 34,62M-120,-222q30,20 34,66M-40,-218q24,20 26,58', light(col.wood, 0.45), 12) +
    path('M-2,-20q-8,-80 -14,-120q-8,-76 54,-78q54,0 54,72q-4,40 -8,126Z', col.sand) +
    move(92, -30, path('M-17,-40V-230h34V-64Z', col.steel) + rect(-20, -352, 40, 126, col.ink, 16), 7) +
    slice(116, light(col.sand, 0.2)) +
    slice(190, light(col.sand, 0.45))
  )
}

/** Three enamel cups, one behind the other. */
export function cups(b: Brush): string {
  const { col, path, oval, line, move, dark, shadow } = b
  const cup = (body: string, rim: string) =>
    line('M84,-150q76,-10 70,54q-6,48 -74,50', rim, 20) +
    path('M-100,-190H100L82,-14q-2,14 -18,14H-64q-16,0 -18,-14Z', body) +
    path('M-100,-190H-56L-46,0H-64q-16,0 -18,-14Z', dark(body, 0.12)) +
    oval(0, -190, 100, 24, rim) +
    oval(0, -188, 88, 17, dark(col.steel, 0.35)) +
    line('M-34,-120q10,-10 20,0M20,-70q12,-10 20,4', dark(body, 0.2), 5)
  return (
    shadow(104, -136, -12) +
    shadow(104, 158, -12) +
    move(-142, -16, cup(col.teal, col.ink), 0, 0.94) +
    move(152, -16, cup(col.honey, col.rust), 0, 0.94) +
    move(0, -196, cup(col.white, col.navy), 0, 0.92)
  )
}

/** A kettle on its flame that has just begun to sing. */
export function kettle({
  col,
  path,
  line,
  oval,
  circle,
  dark,
  light,
  rect,
  move,
  repeat,
  glow,
  shadow,
}: Brush): string {
  const flame =
    path('M-22,0q-22,-30 4,-62q6,20 18,8q26,28 6,54Z', col.sun) + path('M-10,0q-8,-18 6,-32q14,16 4,32Z', glow)
  const singing =
    line('M-130,-216q0,-170 130,-170t130,170', col.ink, 24) +
    path('M150,-170q90,-30 110,-120l36,12q-10,120 -118,190Z', col.teal) +
    path('M-190,0q-40,-230 190,-240q230,10 190,240Z', col.teal) +
    path('M-190,0q-40,-230 190,-240q-130,40 -96,240Z', dark(col.teal, 0.2)) +
    oval(0, -236, 78, 17, dark(col.teal, 0.4)) +
    circle(0, -262, 24, col.ink) +
    line('M-196,-8H196', col.ink, 18) +
    line('M86,-190q54,40 60,110', light(col.teal, 0.5), 12) +
    line('M282,-310q-30,-40 6,-70t0,-66M240,-320q-24,-34 2,-58', col.white, 10, ' opacity=".8"')
  return (
    shadow(200, 0, 6) +
    line('M-150,2L-120,-66M150,2L120,-66', col.iron, 14) +
    rect(-90, -16, 180, 20, col.iron, 8) +
    repeat(3, (i) => move(-58 + i * 58, -14, flame)) +
    line('M-176,-74H176', col.iron, 14) +
    move(0, -78, singing, 0, 0.8)
  )
}

/** A pot on a small stove, its lid not quite on. */
export function pot({ col, rect, path, line, oval, dark, light, shadow }: Brush): string {
  return (
    shadow(220, 0, 6) +
    rect(-190, -38, 380, 44, col.ink, 12) +
    path('M-60,-38q-20,-40 6,-66q6,26 26,16q-8,-34 22,-56q4,40 30,44q14,10 10,-22q40,40 12,84Z', col.sun) +
    path('M-24,-38q-10,-24 10,-48q6,20 24,12q10,16 2,36Z', col.honey) +
    rect(-176, -270, 352, 172, col.red, 34) +
    rect(-176, -270, 96, 172, dark(col.red, 0.2), 34) +
    line('M-176,-220h-54M176,-220h54', col.ink, 26) +
    oval(0, -268, 180, 30, dark(col.red, 0.45)) +
    oval(0, -264, 156, 20, col.honey) +
    path('M-150,-316q150,-76 316,-30l8,26q-170,-34 -318,24Z', light(col.red, 0.1)) +
    line('M10,-362v-16h44', col.ink, 14) +
    line('M-200,-330q-26,-30 4,-56t0,-50', col.white, 11, ' opacity=".75"')
  )
}

/** A bowl of what needs no stove: melon, cucumber, mint. */
export function bowl({ col, path, oval, circle, line, dark, light, repeat, shadow }: Brush): string {
  return (
    shadow(150, 0, -2) +
    path('M-40,-200q90,-180 230,-70q40,30 40,76Z', col.red) +
    path('M-40,-200q90,-180 230,-70l-14,20q-120,-90 -190,54Z', col.leaf) +
    repeat(5, (i) => oval(60 + i * 30, -226 - (i % 2) * 24, 5, 9, col.ink)) +
    circle(-120, -226, 70, col.leaf) +
    circle(-120, -226, 58, light(col.leaf, 0.7)) +
    repeat(6, (i) => oval(-120 + Math.cos(i) * 26, -226 + Math.sin(i) * 26, 5, 9, col.leaf)) +
    path('M-20,-210q-30,-110 36,-170q40,80 -4,170Z', col.spruce) +
    path('M30,-210q60,-70 30,-150q-80,40 -60,150Z', col.leaf) +
    path('M-270,-196H270Q240,-12 60,0H-60Q-240,-12 -270,-196Z', col.cream) +
    path('M-270,-196H-190Q-160,-20 -20,0H-60Q-240,-12 -270,-196Z', dark(col.cream, 0.14)) +
    line('M-262,-164H262', col.navy, 12) +
    line('M-230,-120q40,26 80,0t80,0t80,0t80,0t80,0t60,0', col.navy, 7)
  )
}

/** A jar of river water, and what has settled in it. */
export function jar({ col, rect, path, line, oval, dark, circle, shadow }: Brush): string {
  return (
    shadow(190, 0, 0) +
    path('M-130,-330q-40,24 -40,70V-30q0,30 34,30H136q34,0 34,-30V-260q0,-46 -40,-70Z', col.white, ' opacity=".55"') +
    rect(-158, -236, 316, 224, col.blue, 22, ' opacity=".75"') +
    path('M-158,-112q80,-26 158,-4t158,-10V-34q0,22 -26,22H-132q-26,0 -26,-22Z', col.sand) +
    path('M-158,-66q90,-18 170,0t146,-6V-34q0,22 -26,22H-132q-26,0 -26,-22Z', col.bark) +
    circle(-80, -26, 14, col.iron) +
    circle(40, -28, 19, dark(col.iron)) +
    circle(106, -26, 12, col.cream) +
    oval(0, -236, 158, 12, col.white, ' opacity=".65"') +
    line('M-140,-290V-60', col.white, 13, ' opacity=".9"') +
    rect(-138, -392, 276, 66, col.honey, 12) +
    rect(-138, -392, 276, 22, dark(col.honey, 0.2), 11) +
    rect(-40, -212, 150, 76, col.cream, 6, ' transform="rotate(-3)"') +
    line('M-14,-180h96M-12,-156h62', col.ink, 6, ' transform="rotate(-3)"')
  )
}

/** Jars of sand from different beaches, in order of colour. */
export function jars(b: Brush): string {
  const { col, rect, move, path, line, dark, shadow } = b
  const one = (sand: string) =>
    rect(-48, -172, 96, 172, col.white, 18, ' opacity=".6"') +
    path('M-44,-112q44,-14 88,4V-14q0,12 -14,12H-30q-14,0 -14,-12Z', sand) +
    line('M-34,-150V-30', col.white, 8, ' opacity=".85"') +
    rect(-42, -200, 84, 32, col.iron, 8)
  const sands = ['#F3E3BC', '#E8C68C', '#D7A060', '#B9774B', '#8E5A48', '#6A5458', '#EBD3C4', '#C9B49A']
  const at = (i: number) => one(b.paint(sands[i] as string))
  return (
    shadow(296, 0, 8) +
    rect(-280, -14, 560, 22, col.wood, 6) +
    rect(-240, -226, 480, 18, col.wood, 6) +
    rect(-240, -226, 480, 6, dark(col.wood)) +
    [0, 1, 2, 3].map((i) => move(-180 + i * 120, -226, at(i))).join('') +
    rect(-230, -210, 16, 200, col.bark) +
    rect(214, -210, 16, 200, col.bark) +
    [4, 5, 6, 7].map((i) => move(-180 + (i - 4) * 120, -14, at(i))).join('')
  )
}

/** Bottles filled to different heights, which is to say tuned. */
export function bottles(b: Brush): string {
  const { col, path, move, rect, line, dark, shadow } = b
  const tints = [col.teal, col.honey, col.blue, col.rose, col.leaf]
  return [0, 1, 2, 3, 4]
    .map((i) => {
      const fill = -60 - i * 34
      const tint = tints[i] as string
      return move(
        -224 + i * 112,
        0,
        shadow(52, 0, 0) +
          path(
            'M-46,-10V-210q0,-34 26,-60V-350H20V-270q26,26 26,60V-10q0,10 -10,10H-36q-10,0 -10,-10Z',
            tint,
            ' opacity=".55"',
          ) +
          rect(-40, fill, 80, -fill - 6, dark(tint, 0.25), 8) +
          rect(-26, -372, 52, 30, dark(tint, 0.4), 8) +
          line('M-30,-200V-40', col.white, 8, ' opacity=".7"'),
      )
    })
    .join('')
}

/** A fridge with a thermometer on its door. */
export function fridge({ col, rect, line, circle, dark, path, shadow }: Brush): string {
  return (
    shadow(164, 0, 14) +
    rect(-138, -404, 276, 404, col.cream, 30) +
    rect(-138, -404, 60, 404, dark(col.cream, 0.1), 30) +
    line('M-138,-280H138', dark(col.cream, 0.4), 7) +
    rect(92, -360, 18, 54, col.iron, 9) +
    rect(92, -254, 18, 96, col.iron, 9) +
    rect(-70, -244, 104, 136, col.white, 8) +
    line('M-46,-212h56M-46,-188h40M-46,-164h50', col.ink, 6) +
    circle(-18, -244, 12, col.red) +
    rect(-60, -372, 38, 76, col.teal, 16) +
    rect(-46, -352, 10, 30, col.white, 5) +
    circle(-41, -314, 10, col.red) +
    path('M-116,0h40v16h-40ZM76,0h40v16h-40Z', col.ink)
  )
}
