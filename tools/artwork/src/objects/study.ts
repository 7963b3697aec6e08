import type { Brush } from '../brush'

/** A desk for what is read: a ledge on two feet. */
const readingDesk = ({ col, line, rect, dark, shadow }: Brush, half: number) =>
  shadow(half + 8, 0, 6) +
  line(`M${-half * 0.6},-40L${-half * 0.7},4M${half * 0.6},-40L${half * 0.7},4`, col.bark, 18) +
  rect(-half, -52, 2 * half, 26, col.wood, 8) +
  rect(-half, -38, 2 * half, 12, dark(col.wood), 6)

/** An open notebook and a pencil. */
export function notebook(b: Brush): string {
  const { col, path, line, move, rect, dark, repeat } = b
  const pages =
    path('M-270,-270Q-140,-320 0,-276Q140,-320 270,-270V-10Q140,-50 0,-8Q-140,-50 -270,-10Z', col.bark) +
    path('M-250,-286Q-130,-330 0,-288V-26Q-130,-66 -250,-26Z', col.cream) +
    path('M250,-286Q130,-330 0,-288V-26Q130,-66 250,-26Z', col.white) +
    path('M0,-288Q-40,-304 -70,-306V-48Q-30,-40 0,-26Z', dark(col.cream, 0.12)) +
    repeat(6, (i) => line(`M-220,${-248 + i * 34}q80,-22 150,${-4}`, dark(col.cream, 0.35), 5)) +
    line('M40,-120q24,-110 50,-60t46,20t40,-70t44,20', col.red, 8) +
    line('M40,-82q100,-24 186,0', dark(col.white, 0.35), 5)
  return (
    move(0, -46, pages, 0, 0.98) +
    readingDesk(b, 286) +
    move(
      236,
      -178,
      rect(-12, -86, 24, 180, col.honey) +
        path('M-12,94h24l-12,36Z', col.sand) +
        path('M-4,118h8l-4,12Z', col.ink) +
        rect(-12, -106, 24, 26, col.rose, 6),
      16,
    )
  )
}

/** A stack of notebooks, some of them tied together. */
export function books({ col, rect, line, dark, path, shadow }: Brush): string {
  const stack = [
    [-210, 420, 58, col.spruce],
    [-180, 350, 46, col.honey],
    [-206, 400, 64, col.rust],
    [-160, 330, 50, col.navy],
    [-190, 360, 44, col.rose],
    [-150, 310, 56, col.bark],
  ] as const
  let y = 0
  const all = stack.map(([x, w, h, colour]) => {
    y -= h
    return (
      rect(x, y, w, h - 3, colour, 8) +
      rect(x + w - 34, y + 8, 34, h - 19, col.cream) +
      rect(x + 40, y, 18, h - 3, dark(colour, 0.25))
    )
  })
  return (
    shadow(236, 0, 0) +
    rect(-150, y + 8, 300, -y - 8, dark(col.bark, 0.3)) +
    all.join('') +
    line(`M-30,0V${y}M-130,${y + 40}`, col.sand, 7) +
    path(`M-30,${y}q-60,-56 -84,-16q20,26 84,16q60,-56 84,-16q-20,26 -84,16Z`, col.sand)
  )
}

/** Papers to be marked under a lamp, and something warm beside them. */
export function papers(b: Brush): string {
  const { col, rect, line, move, path, oval, dark, repeat, glow, shadow } = b
  const sheet = (fill: string) => rect(-130, -330, 260, 320, fill, 4)
  const shade = path('M-24,-46H24L62,36H-62Z', col.red) + oval(0, 36, 62, 13, glow)
  return (
    oval(-40, 8, 330, 34, glow, ' opacity=".35"') +
    shadow(80, 178, 0) +
    oval(86, -4, 46, 9, col.iron) +
    line('M86,-8V-330L70,-398', col.iron, 13) +
    move(-82, -30, sheet(dark(col.cream, 0.18)), -5) +
    move(-78, -30, sheet(dark(col.cream, 0.08)), -2) +
    move(-70, -30, sheet(col.white), 2) +
    move(
      -70,
      -30,
      line('M-96,-286H40', col.ink, 9) +
        repeat(6, (i) => line(`M-96,${-244 + i * 38}H${60 + (i % 3) * 18}`, dark(col.white, 0.3), 5)) +
        line('M62,-120l20,22l38,-54', col.leaf, 13) +
        line('M64,-214l40,40M104,-214l-40,40', col.red, 11),
      2,
    ) +
    move(-76, 0, readingDesk(b, 172)) +
    path('M-2,-402L-290,6H150L104,-338Z', glow, ' opacity=".22"') +
    move(64, -394, shade, 42) +
    line('M236,-110q56,-6 52,34q-6,34 -56,34', col.spruce, 17) +
    path('M112,-146H244L232,-10q-2,10 -14,10H138q-12,0 -14,-10Z', col.spruce) +
    oval(178, -146, 66, 16, dark(col.spruce, 0.4)) +
    line('M160,-190q-20,-26 4,-50t0,-44M206,-184q-20,-26 4,-50', col.white, 9, ' opacity=".75"')
  )
}

/** A box of questions. */
export function box({ col, path, rect, move, line, dark, shadow }: Brush): string {
  const card = (fill: string) => rect(-80, -150, 160, 180, fill, 8)
  return (
    shadow(236, 0, 6) +
    move(-120, -180, card(col.cream), -14) +
    move(10, -210, card(col.white) + line('M-26,-96q4,-34 32,-32t24,34q-4,18 -26,28v18M4,-22v2', col.red, 13), -2) +
    move(132, -176, card(col.honey), 13) +
    path('M-240,-190H240L216,6H-216Z', col.wood) +
    path('M-240,-190H-150L-140,6H-216Z', dark(col.wood, 0.15)) +
    path('M-256,-214H256V-160H-256Z', dark(col.wood, 0.24)) +
    rect(-90, -120, 180, 74, col.cream, 6) +
    line('M-62,-94H62M-62,-70H20', dark(col.cream, 0.5), 7)
  )
}

/** A chalkboard with a graph on it, on its easel. */
export function chalkboard({ col, rect, line, circle, shadow }: Brush): string {
  return (
    shadow(214, 0, 12) +
    line('M-130,-330L-190,10M130,-330L190,10M0,-380V-40', col.bark, 20) +
    rect(-262, -392, 524, 300, col.wood, 12) +
    rect(-240, -370, 480, 256, col.spruce, 4) +
    line('M-190,-334V-156H196', col.cream, 8) +
    line('M-176,-176Q-90,-190 -50,-236T60,-250T176,-330', col.honey, 11) +
    line('M-50,-274v76M-66,-274h32M-66,-198h32M60,-292v78M44,-292h32M44,-214h32', col.cream, 6) +
    circle(-50, -236, 12, col.sun) +
    circle(60, -252, 12, col.sun) +
    rect(-220, -100, 440, 22, col.bark, 8) +
    rect(40, -114, 66, 16, col.white, 7) +
    rect(-150, -122, 90, 26, col.steel, 6)
  )
}

/** A folded map with a line drawn again. */
export function map({ col, path, line, circle, dark, pal }: Brush): string {
  return (
    path('M-282,4L-94,-40L94,4L282,-40L316,10Q0,30 -300,14Z', pal.ink, ' opacity=".3"') +
    path('M-282,-330L-94,-374V-40L-282,4Z', col.cream) +
    path('M-94,-374L94,-330V4L-94,-40Z', dark(col.cream, 0.14)) +
    path('M94,-330L282,-374V-40L94,4Z', col.cream) +
    path('M-282,-150Q-180,-230 -94,-190L-94,-40L-282,4Z', col.blue) +
    path('M-94,-190Q0,-130 94,-190V4L-94,-40Z', dark(col.blue, 0.14)) +
    path('M94,-190Q180,-250 282,-200V-40L94,4Z', col.blue) +
    line('M-250,-280q60,40 90,-10t60,30M-60,-300q60,-20 120,30M130,-300q60,20 110,-20', col.leaf, 7) +
    line('M-282,-176Q-180,-256 -94,-214T94,-214T282,-226', col.red, 8, ' stroke-dasharray="26 18"') +
    path('M170,-296q0,-50 40,-50t40,50q0,26 -40,80q-40,-54 -40,-80Z', col.red) +
    circle(210, -298, 16, col.white)
  )
}

/** A quilt of one square for each hot day, hung over a line. */
export function quilt(b: Brush): string {
  const { col, rect, line, dark, light, path, repeat, shadow } = b
  const next = b.random('qt')
  const tints = [col.red, dark(col.red, 0.2), col.rust, light(col.red, 0.25), col.cream, col.rose]
  return (
    shadow(32, -284, 12) +
    shadow(32, 284, 12) +
    line('M-284,10V-384M284,10V-384', col.bark, 20) +
    line('M-284,-370Q0,-352 284,-370', col.ink, 7) +
    path('M-232,-368H232V-34q-58,20 -116,4t-116,4t-116,-4t-116,0Z', dark(col.red, 0.3)) +
    repeat(48, (i) => {
      const [row, column] = [Math.floor(i / 8), i % 8]
      const hot = next() * (0.5 + row / 4)
      const tint =
        hot > 0.55 ? (tints[Math.floor(next() * 4)] as string) : (tints[4 + Math.floor(next() * 2)] as string)
      return rect(-222 + column * 56, -358 + row * 53, 52, 49, tint, 4)
    }) +
    [-190, 0, 190].map((x) => rect(x - 8, -386, 16, 42, col.wood, 5)).join('')
  )
}

/** A river and its streams, blown in glass and lit from below. */
export function glassriver({ col, line, rect, glow, dark, light, circle, shadow }: Brush): string {
  const streams =
    'M0,-40Q-10,-140 30,-200T0,-390M18,-170Q110,-190 150,-300M22,-220Q-80,-240 -120,-350M-4,-110Q-120,-120 -200,-230M-100,-136Q-150,-100 -240,-130M10,-90Q120,-80 210,-170M150,-116Q200,-80 262,-84M112,-214Q190,-210 236,-260'
  return (
    circle(0, -190, 210, glow, ' opacity=".16"') +
    circle(0, -170, 150, glow, ' opacity=".24"') +
    line(streams, dark(col.blue, 0.1), 22, ' opacity=".7"') +
    line(streams, light(col.blue, 0.35), 15) +
    line(streams, col.white, 5, ' opacity=".85" transform="translate(-3 -2)"') +
    shadow(300, 0, 12) +
    rect(-280, -40, 560, 52, col.bark, 8) +
    rect(-280, -40, 560, 16, glow, 8) +
    rect(-60, -14, 120, 18, col.honey, 3)
  )
}

/** Boats and birds folded from old tide tables. */
export function paperboats(b: Brush): string {
  const { col, path, move, line, dark, pal, fading } = b
  const boat = (fill: string) =>
    path('M0,-190L92,-60H-92Z', fill) +
    path('M0,-190L0,-60H-92Z', dark(fill, 0.12)) +
    path('M-190,-96L-92,-60H92L190,-96L110,10H-110Z', fill) +
    path('M-92,-60H92L0,10Z', dark(fill, 0.18)) +
    line('M-140,-60l40,48M140,-60l-40,48', dark(fill, 0.3), 4)
  return (
    move(-138, -196, boat(col.white), -6, 0.66) +
    move(
      150,
      -214,
      path('M-150,-40L0,-90L150,-60L20,-30L60,60L-20,-10Z', col.cream) +
        path('M0,-90L20,-30L-20,-10Z', dark(col.cream, 0.2)),
      -8,
    ) +
    move(20, -2, boat(col.honey), 4, 1.15) +
    path(
      'M-380,20Q-210,-34 -100,-6t110,4t110,-4Q230,-34 400,20Q0,90 -380,20Z',
      fading(pal.water[1]),
      ' opacity=".66"',
    ) +
    line('M-190,2q36,-20 72,-2t72,4M30,4q36,-18 72,0t72,-4', col.white, 6, ' opacity=".6"')
  )
}

/** The ledger of the ice: an auger, a ruler and a lantern at half past five. */
export function auger({ col, line, rect, path, oval, circle, glow, repeat, dark }: Brush): string {
  return (
    oval(-30, 0, 130, 30, dark(col.blue, 0.3)) +
    oval(-30, 4, 96, 20, col.navy) +
    line('M-30,6V-330', col.iron, 18) +
    line('M-30,-330h70v-60M40,-390h50', col.iron, 17) +
    circle(92, -390, 17, col.wood) +
    line('M-72,-10q42,-30 84,-40M-72,-62q42,-30 84,-40M-72,-114q42,-30 84,-40', col.steel, 14) +
    rect(-206, -300, 54, 312, col.honey, 4) +
    repeat(14, (i) => rect(-206, -288 + i * 21, i % 5 ? 18 : 32, 5, col.ink)) +
    circle(206, -80, 110, glow, ' opacity=".22"') +
    line('M176,-146q0,-40 30,-40t30,40', col.iron, 8) +
    rect(160, -146, 92, 20, col.iron, 6) +
    rect(170, -126, 72, 102, glow, 6) +
    path('M206,-40q-26,-20 0,-66q26,46 0,66Z', col.sun) +
    rect(152, -28, 108, 30, col.iron, 8)
  )
}

/** Soldering: an iron in its stand, and a board with one good joint. */
export function solder({ col, rect, path, line, circle, repeat, dark, move, shadow }: Brush): string {
  return (
    shadow(196, -90, 6) +
    shadow(104, 195, 6) +
    rect(-270, -46, 360, 52, col.leaf, 8) +
    rect(-270, -46, 360, 14, dark(col.leaf, 0.2), 7) +
    rect(-230, -120, 110, 78, col.ink, 8) +
    repeat(4, (i) => rect(-220 + i * 26, -46, 10, 16, col.steel)) +
    rect(-90, -92, 44, 50, col.honey, 10) +
    rect(-30, -78, 30, 36, col.red, 8) +
    circle(46, -50, 18, col.steel) +
    path('M110,6l20,-76h130l20,76Z', col.iron) +
    line('M150,-70q-20,-40 20,-60t0,-50M190,-76q-20,-40 20,-60t0,-50M230,-80q-20,-40 20,-60', col.steel, 8) +
    move(
      60,
      -140,
      rect(-10, -12, 110, 24, col.steel, 6) +
        path('M-10,-10L-74,0L-10,10Z', dark(col.steel)) +
        rect(96, -26, 170, 52, col.red, 24) +
        rect(96, -26, 34, 52, dark(col.red, 0.3), 12),
      -38,
    ) +
    line('M10,-100q-20,-40 10,-70t-4,-66', col.white, 9, ' opacity=".75"') +
    line('M264,-286q60,-20 60,-90', col.ink, 9)
  )
}

/** A moon over a cradle. */
export function cradle({ col, path, line, rect, circle, dark, repeat, glow, shadow }: Brush): string {
  return (
    path('M130,-400a92,92 0 1 0 84,150a76,76 0 1 1 -84,-150Z', glow) +
    circle(-200, -350, 6, glow) +
    circle(-120, -392, 5, glow) +
    circle(-40, -340, 6, glow) +
    shadow(190, 0, 16) +
    path('M-236,-190Q-180,-290 -90,-286V-130H-220Z', dark(col.wood, 0.2)) +
    path('M-196,-176Q-60,-250 210,-176V-120H-200Z', col.cream) +
    path('M-60,-206Q80,-236 214,-172V-110H-60Z', col.teal) +
    circle(-118, -206, 40, col.sand) +
    path('M-240,-140H236L206,-34H-206Z', col.wood) +
    repeat(7, (i) => rect(-190 + i * 60, -130, 10, 92, dark(col.wood, 0.25), 4)) +
    line('M-250,-46Q0,66 250,-46', col.bark, 22)
  )
}

/** A pencil that corrects, and a line that it has corrected. */
export function pencil(b: Brush): string {
  const { col, rect, path, line, move, dark, repeat } = b
  const sheet =
    rect(-250, -360, 380, 356, col.white, 6) +
    path('M130,-360v60l-60,-60Z', dark(col.white, 0.2)) +
    repeat(6, (i) => line(`M-210,${-290 + i * 46}H${60 - (i % 3) * 40}`, dark(col.white, 0.32), 7)) +
    line('M-210,-198H-40', col.red, 11) +
    line('M-120,-232q30,-26 56,0M-20,-214l30,-30l30,30', col.red, 8)
  return (
    rect(-270, -398, 390, 360, col.bark, 8) +
    move(-18, -50, sheet, 0, 0.92) +
    readingDesk(b, 286) +
    move(
      181,
      -128,
      rect(-26, -250, 52, 270, col.honey) +
        rect(-26, -250, 17, 270, dark(col.honey, 0.2)) +
        path('M-26,20h52L0,92Z', col.sand) +
        path('M-9,67h18L0,92Z', col.red) +
        rect(-26, -282, 52, 36, col.steel) +
        rect(-26, -324, 52, 48, col.rose, 14),
      -14,
      0.86,
    )
  )
}

/** A stack of one's own work, and the wind in it: sheets fly far above the top of a card. */
export function pages(b: Brush): string {
  const { col, rect, path, line, circle, move, dark, repeat, shadow } = b
  const sheet = (fill: string, drawn: string) =>
    rect(-76, -100, 152, 196, fill, 4) + path('M76,-100v44l-44,-44Z', dark(fill, 0.2)) + drawn
  const poem = repeat(5, (i) => line(`M-50,${-52 + i * 28}H${36 - (i % 2) * 34}`, dark(col.white, 0.34), 6))
  const song =
    line('M-52,-30h104M-52,-10h104M-52,10h104M-52,30h104', dark(col.cream, 0.3), 3) +
    line('M-22,26V-36L30,-48V14', col.navy, 6) +
    circle(-31, 27, 12, col.navy) +
    circle(21, 15, 12, col.navy)
  const view =
    rect(-54, -50, 108, 100, col.blue, 3) +
    circle(18, -16, 20, col.honey) +
    path('M-54,50V14Q-20,-14 10,20T54,16V50Z', col.leaf)
  const [written, sung, painted] = [sheet(col.white, poem), sheet(col.cream, song), sheet(col.white, view)]
  const flying = [
    [-150, -300, -14, 0.9, painted],
    [58, -390, 12, 0.86, written],
    [-96, -530, -24, 0.78, sung],
    [136, -620, 20, 0.72, painted],
    [-30, -730, -10, 0.64, written],
    [150, -830, 28, 0.56, sung],
  ] as const
  return (
    shadow(136, -126, 0) +
    shadow(76, 228, 0) +
    flying.map(([x, y, turn, size, svg]) => move(x, y, svg, turn, size)).join('') +
    repeat(5, (i) => rect(-246 + (i % 2) * 8, -18 - i * 17, 236, 16, i % 2 ? col.cream : col.white, 3)) +
    move(-128, -96, sheet(col.white, ''), 84, 1) +
    line('M196,-120L176,-262', col.honey, 18) +
    line('M226,-120L236,-286', col.rust, 18) +
    line('M256,-120L296,-246', col.blue, 16) +
    path('M176,-262l-6,-30l18,26ZM236,-286l3,-32l12,32Z', col.ink) +
    path('M156,-150H300L286,-8q-1,8 -10,8H180q-9,0 -10,-8Z', col.teal) +
    path('M156,-150H196L204,0H180q-9,0 -10,-8Z', dark(col.teal, 0.2))
  )
}

/** A padlock, and the key that is not given to anybody else. */
export function padlock({ col, rect, path, line, circle, ring, move, dark, light, shadow }: Brush): string {
  return (
    shadow(160, -64, 8) +
    shadow(56, 224, 12) +
    line('M-152,-226V-300q0,-88 88,-88t88,88V-226', col.steel, 40) +
    line('M-166,-226V-300q0,-102 102,-102', light(col.steel, 0.4), 8) +
    rect(-214, -240, 300, 248, col.honey, 36) +
    path('M-178,-240h46V8h-46q-36,0 -36,-36V-204q0,-36 36,-36Z', dark(col.honey, 0.16)) +
    circle(-64, -136, 32, col.ink) +
    path('M-78,-124h28l16,82h-60Z', col.ink) +
    line('M40,-206q16,0 16,20', light(col.honey, 0.6), 9) +
    move(
      196,
      -56,
      ring(0, -128, 46, col.rust, 26) +
        line('M0,-78V70', col.rust, 26) +
        rect(4, 14, 54, 22, col.rust, 4) +
        rect(4, 48, 42, 22, col.rust, 4),
      -24,
    )
  )
}

/** An easel in front of what it shows. */
export function easel({ col, path, rect, line, circle, dark, shadow }: Brush): string {
  return (
    shadow(180, 0, 12) +
    line('M0,-404L-150,12M0,-404L150,12M0,-404V4', col.bark, 19) +
    rect(-232, -360, 464, 290, col.wood, 8) +
    rect(-208, -338, 416, 246, col.cream) +
    rect(-208, -338, 416, 150, col.sun) +
    rect(-208, -338, 416, 60, col.honey) +
    circle(76, -214, 50, col.white) +
    path('M-208,-206q110,-34 210,4t206,-8V-92H-208Z', col.teal) +
    path('M-208,-170q90,-40 190,10t226,38V-92H-208Z', col.sand) +
    line('M-160,-140q-6,-50 -34,-72M-146,-136q2,-56 22,-84M-128,-130q14,-40 40,-56', col.leaf, 9) +
    rect(-208, -338, 416, 246, 'none', 0, ` stroke="${dark(col.wood, 0.3)}" stroke-width="5"`) +
    rect(-252, -72, 504, 24, col.bark, 8) +
    line('M120,-74l60,-26', col.ink, 9) +
    rect(-196, -88, 74, 18, col.steel, 6)
  )
}
