import type { Brush } from '../brush'
import { mix } from '../palettes'

/** The survey's kite on the line of its reel, and its camera in a padded bag. */
export function kite({ col, path, line, rect, circle, ring, dark, move, shadow }: Brush): string {
  const sail =
    path('M60,-400L196,-270L60,-60L-76,-270Z', col.sun) +
    path('M60,-400L196,-270H60Z', col.honey) +
    path('M60,-270H196L60,-60Z', col.red) +
    path('M60,-400V-270H-76Z', dark(col.sun, 0.12)) +
    line('M60,-400V-60M-76,-270H196', dark(col.bark, 0.2), 7) +
    line('M60,-60q40,50 0,84', col.ink, 5) +
    path('M54,-34l30,-14l-4,32ZM74,0l32,6l-22,24ZM36,16l-10,30l34,-10Z', col.teal)
  return (
    shadow(56, -250, 8) +
    path('M-264,10L-258,-96h16L-236,10Z', col.bark) +
    line('M80,-292Q-96,-160 -244,-84M-106,-172v24', col.ink, 4) +
    move(30, -70, sail, 0, 0.82) +
    ring(-250, -84, 22, col.honey, 14) +
    line('M-250,-84h46', col.iron, 8) +
    rect(-142, -152, 70, 78, col.navy, 14) +
    rect(-142, -152, 22, 78, dark(col.navy, 0.3), 11) +
    circle(-100, -110, 17, col.steel) +
    circle(-100, -110, 9, col.ink)
  )
}

/** A fence of old Christmas trees in the sand, and the marram that came after. */
export function fence(b: Brush): string {
  const { col, path, line, dark, rect, move, pal } = b
  const tree = (fill: string) =>
    path('M0,-250L46,-176H28L70,-106H40L92,-22H-92L-40,-106H-70L-28,-176H-46Z', fill) + rect(-11, -24, 22, 34, col.bark)
  return (
    move(-196, 4, tree(dark(col.spruce, 0.1)), -14, 0.95) +
    move(190, 4, tree(dark(col.spruce, 0.1)), 11, 0.95) +
    [-262, -90, 90, 262].map((x) => rect(x - 13, -300, 26, 316, col.bark, 6)).join('') +
    line('M-262,-244Q-176,-216 -90,-240T90,-240T262,-244M-262,-150Q-176,-124 -90,-146T90,-146T262,-150', col.iron, 7) +
    move(-6, 6, tree(col.leaf), 3, 1.3) +
    path(
      'M-430,34Q-330,20 -270,-8Q-180,-54 -90,-34T90,-40Q190,-44 270,-6Q330,20 430,34Q220,62 0,58T-430,34Z',
      pal.sand[0],
    ) +
    line(
      'M-214,-30q-6,-70 -50,-104M-200,-32q4,-80 40,-120M-186,-30q20,-60 66,-84M204,-24q-6,-70 -46,-104M216,-26q10,-80 54,-110',
      col.leaf,
      8,
    )
  )
}

/** The end of a groyne, with its brass number back. */
export function groyne({ col, rect, line, circle, path, dark, repeat }: Brush): string {
  return (
    repeat(6, (i) => {
      const x = 250 - i * 92
      const top = -150 - i * 34
      return (
        rect(x - 26, top, 52 + i * 2, -top + 12, i % 2 ? col.bark : dark(col.bark, 0.12), 8) +
        rect(x - 26, top, 16, -top + 12, dark(col.bark, 0.32), 8)
      )
    }) +
    path('M290,-96L-250,-236V-176L290,-56Z', col.wood) +
    path('M290,-38L-250,-128V-74L290,-4Z', dark(col.wood, 0.14)) +
    circle(-210, -270, 40, col.honey) +
    circle(-210, -270, 32, dark(col.honey, 0.15)) +
    line('M-222,-278q-14,14 0,24t8,-20M-206,-284l12,-8v40', col.ink, 6) +
    line('M-300,16Q-230,-14 -150,6T20,2T170,8T300,-2', col.white, 11, ' opacity=".7"') +
    line('M-262,-60q10,-16 22,0M-120,-26q10,-16 22,0', col.leaf, 9)
  )
}

/** A rowing boat, oars in. */
export function rowboat({ col, path, line, dark, light, oval, rect }: Brush): string {
  return (
    oval(0, 8, 300, 20, dark(col.blue, 0.2), ' opacity=".5"') +
    line('M-70,-170L-300,-20', col.wood, 13) +
    line('M90,-170L300,-40', col.wood, 13) +
    path('M-300,-20l-22,28l-22,-6l28,-34ZM300,-40l30,20l24,-10l-36,-26Z', col.cream) +
    path('M-288,-168Q-200,-140 0,-136T280,-196Q262,-60 190,-8H-190Q-262,-60 -288,-168Z', col.white) +
    path('M-276,-110Q-180,-84 0,-80T266,-128Q242,-44 190,-8H-190Q-250,-50 -276,-110Z', col.red) +
    path('M-240,-52Q-120,-30 0,-28T238,-60Q220,-24 190,-8H-190Q-222,-24 -240,-52Z', dark(col.red, 0.3)) +
    path('M-288,-168Q-200,-140 0,-136T280,-196L262,-212Q120,-160 0,-160T-270,-190Z', col.bark) +
    rect(-110, -176, 60, 30, light(col.wood, 0.2), 6) +
    rect(60, -184, 60, 32, light(col.wood, 0.2), 6) +
    line('M230,-204V-380', col.bark, 10) +
    path('M230,-380l-96,34l96,32Z', col.honey)
  )
}

/** A buoy that swimmers turn at. */
export function buoy({ col, path, rect, line, oval, dark, circle, glow }: Brush): string {
  return (
    oval(0, 4, 240, 22, dark(col.blue, 0.2), ' opacity=".45"') +
    line('M-70,-132L-26,-330M70,-132L26,-330M-52,-210H52M-36,-280H36', col.iron, 14) +
    rect(-48, -356, 96, 34, col.red, 8) +
    circle(0, -378, 24, glow) +
    path('M-150,-140H150L184,-50Q100,10 0,10T-184,-50Z', col.red) +
    path('M-150,-140H-70L-96,0Q-160,-20 -184,-50Z', dark(col.red, 0.18)) +
    path('M-166,-96H166L180,-60H-180Z', col.white) +
    rect(-160, -158, 320, 28, dark(col.red, 0.3), 14) +
    line('M-240,0q40,-20 80,0t80,0t80,0t80,0t80,0t80,0', col.white, 9, ' opacity=".75"')
  )
}

/** The lighthouse at Sallow Point. */
export function lighthouse({ col, path, rect, circle, dark, glow, fading, shadow }: Brush): string {
  return (
    path('M0,-352L-620,-452V-300ZM0,-352L620,-452V-300Z', fading(glow), ' opacity=".5"') +
    shadow(250, 70, 10) +
    path('M-96,10L-58,-290H58L96,10Z', col.white) +
    path('M-88,-54L-76,-144H76L88,-54ZM-68,-214L-58,-290H58L68,-214Z', col.red) +
    path('M-96,10L-58,-290H-22L-44,10Z', col.ink, ' opacity=".16"') +
    rect(-82, -312, 164, 26, col.iron, 6) +
    rect(-44, -386, 88, 76, glow, 6) +
    path('M-44,-386h10v76h-10ZM-5,-386h10v76h-10ZM34,-386h10v76h-10Z', col.iron) +
    path('M-58,-384Q0,-452 58,-384Z', col.red) +
    circle(0, -422, 9, col.iron) +
    rect(-22, -196, 30, 44, dark(col.navy, 0.2), 15) +
    path('M-26,10v-56q0,-26 26,-26t26,26V10Z', col.spruce) +
    path('M120,10V-90L186,-136L252,-90V10Z', col.cream) +
    path('M106,-84L186,-146L266,-84l-12,12L186,-124L118,-72Z', col.rust) +
    rect(160, -70, 34, 34, glow, 4)
  )
}

/** A pair of boots that have been in it. */
export function boots(b: Brush): string {
  const { col, path, move, rect, dark, oval, line } = b
  const boot = (fill: string) =>
    path('M-62,-310H52V-96q10,30 70,44q44,12 40,52H-66q-10,-150 4,-310Z', fill) +
    path('M-62,-310H-26V0H-66q-10,-150 4,-310Z', dark(fill, 0.18)) +
    oval(-5, -310, 57, 17, dark(fill, 0.5)) +
    rect(-72, -16, 238, 26, col.ink, 10) +
    line('M-50,-258H46', dark(fill, 0.3), 9) +
    path('M-66,-60q60,-34 110,0t120,40V0H-66Z', col.bark, ' opacity=".55"')
  return (
    oval(10, 12, 290, 24, dark(col.bark, 0.2), ' opacity=".55"') +
    move(-128, -20, boot(dark(col.spruce, 0.14)), -5) +
    move(60, 4, boot(col.spruce), 3, 1.1) +
    oval(-250, 0, 26, 10, col.bark, ' opacity=".55"') +
    oval(262, 22, 34, 11, col.bark, ' opacity=".55"')
  )
}

/** A bucket, a spade, and the first of what the sea has left. */
export function bucket({ col, path, line, oval, dark, circle, rect, shadow }: Brush): string {
  const star = Array.from({ length: 10 }, (_, i) => {
    const angle = (i * Math.PI) / 5 - Math.PI / 2
    const r = i % 2 ? 22 : 54
    return `${Math.round(200 + Math.cos(angle) * r)},${Math.round(-34 + Math.sin(angle) * r)}`
  })
  return (
    shadow(46, -180, 14) +
    shadow(120, 0, 8) +
    shadow(110, 190, 12) +
    line('M-190,6L-232,-300', col.wood, 20) +
    line('M-262,-304L-204,-312', col.wood, 20) +
    path('M-214,-90l62,-8l10,70q-18,40 -50,40q-18,-20 -24,-44Z', col.iron) +
    line('M-112,-236q0,-150 112,-150t112,150', col.iron, 11) +
    path('M-130,-244H130L98,8H-98Z', col.blue) +
    path('M-130,-244H-74L-58,8H-98Z', dark(col.blue, 0.2)) +
    oval(0, -244, 130, 27, dark(col.blue, 0.45)) +
    path('M-92,-244q30,-60 76,-30q40,-70 96,24Z', col.leaf) +
    rect(20, -322, 34, 84, col.teal, 10, ' transform="rotate(20 36 -260)"') +
    path(`M${star.join('L')}Z`, col.sun) +
    circle(200, -34, 9, col.honey) +
    path('M112,8q0,-40 34,-40t34,40q-10,10 -34,10t-34,-10Z', col.rose)
  )
}

/** A bottle with a letter in it, on its way. */
export function message({ col, path, rect, line, dark, move, pal, fading }: Brush): string {
  return (
    move(
      0,
      -130,
      path(
        'M-210,-80H70q40,0 70,44h110V36H140q-30,44 -70,44H-210q-30,0 -30,-30V-50q0,-30 30,-30Z',
        col.teal,
        ' opacity=".55"',
      ) +
        rect(-180, -48, 220, 96, col.cream, 40) +
        rect(-62, -52, 26, 104, col.red, 6) +
        line('M-156,-20h70M-156,4h70M-156,26h50', dark(col.cream, 0.4), 6) +
        line('M-200,-60H60', col.white, 12, ' opacity=".8"') +
        rect(244, -28, 54, 56, col.wood, 8),
      -16,
    ) +
    path(
      'M-430,10Q-210,-70 -110,-44t110,14t120,4Q250,-50 430,10Q0,90 -430,10Z',
      fading(pal.water[1]),
      ' opacity=".66"',
    ) +
    line('M-250,-30q40,-24 80,-6t80,10M10,-8q40,-22 80,0t80,0M-160,26q44,-16 88,0t88,0', col.white, 7, ' opacity=".7"')
  )
}

/** An oystercatcher, which looks as if it had been asked something. */
export function bird({ col, path, line, circle, dark, shadow }: Brush): string {
  return (
    line('M-20,-120V-10M40,-124V-10', col.rose, 13) +
    line('M-50,-6h46M10,-6h48', col.rose, 11) +
    path(
      'M-270,-160Q-190,-250 -40,-260Q60,-262 96,-330Q130,-400 190,-376Q236,-352 214,-300Q190,-150 60,-112Q-60,-90 -150,-128Z',
      col.white,
    ) +
    path(
      'M-280,-150Q-190,-264 -30,-264Q60,-264 92,-330Q130,-402 192,-378Q238,-352 214,-296Q202,-250 170,-226Q120,-260 60,-206Q-40,-120 -190,-142Z',
      col.ink,
    ) +
    path('M-110,-190Q-20,-216 40,-196Q-20,-150 -170,-148Z', dark(col.ink, 0.5)) +
    line('M212,-330L330,-306', col.sun, 16) +
    circle(176, -338, 15, col.red) +
    circle(176, -338, 7, col.ink) +
    shadow(130, 0, 2)
  )
}

/** A nest box in a gable, and whom it is for. */
export function birdbox({ col, rect, path, circle, line, dark, oval, move, repeat, shadow }: Brush): string {
  const box =
    rect(-150, -262, 220, 232, col.wood, 6) +
    rect(-150, -262, 60, 232, dark(col.wood, 0.16), 6) +
    path('M-176,-262L-40,-318L96,-262V-238H-176Z', col.spruce) +
    oval(-20, -104, 42, 24, col.ink) +
    line('M-126,-190H46M-126,-62H46', dark(col.wood, 0.3), 5)
  return (
    shadow(220, -90, 10) +
    path('M-282,12V-226L-90,-384L102,-226V12Z', col.cream) +
    path('M-282,12V-226L-232,-266V12Z', dark(col.cream, 0.12)) +
    repeat(5, (i) => line(`M-282,${-190 + i * 46}H102`, dark(col.cream, 0.14), 4)) +
    line('M-306,-206L-90,-386L126,-206', col.rust, 30) +
    move(-64, -34, box, 0, 0.72) +
    move(
      34,
      -30,
      path(
        'M118,-196q60,-16 108,-96q14,50 -20,96q60,6 100,70q-70,-30 -128,-26q-30,40 -72,48q14,-30 20,-54q-16,-18 -8,-38Z',
        col.ink,
      ) + circle(126, -182, 4, col.white),
      0,
      0.88,
    )
  )
}

/** A tree's worth of light on the towpath: a lantern on a crook. */
export function lantern({ col, path, rect, line, circle, glow, dark, shadow }: Brush): string {
  return (
    circle(0, -190, 240, glow, ' opacity=".12"') +
    circle(0, -190, 170, glow, ' opacity=".2"') +
    shadow(44, -210, 10) +
    line('M-210,10V-330q0,-76 76,-76H0v40', col.bark, 18) +
    line('M-40,-330q0,-40 40,-40t40,40', col.iron, 9) +
    path('M-90,-296L-50,-340H50L90,-296Z', col.iron) +
    rect(-78, -296, 156, 200, glow, 8) +
    path('M0,-120q-40,-30 -14,-84q10,-18 14,-40q44,50 34,94q-6,26 -34,30Z', '#F08A48') +
    path('M0,-122q-18,-16 -4,-46q20,20 14,40q-4,6 -10,6Z', '#FFF6DF') +
    line('M-78,-296V-96M78,-296V-96M-26,-296V-96M26,-296V-96', col.iron, 7) +
    rect(-98, -100, 196, 30, col.iron, 8) +
    rect(-118, -74, 236, 18, dark(col.iron, 0.3), 8)
  )
}

/** A bitten sun over the wall, through a card with a hole in it. */
export function eclipse({ col, path, rect, circle, dark, line, pal, repeat }: Brush): string {
  return (
    path('M27,-395A146,146 0 1 0 172,-187A128,128 0 0 1 27,-395Z', pal.sun) +
    rect(-330, -70, 660, 84, col.steel, 6) +
    repeat(6, (i) => line(`M${-270 + i * 110},-66V10`, dark(col.steel, 0.25), 5)) +
    rect(-330, -92, 660, 28, col.cream, 8) +
    path('M-246,-92V-250q0,-14 14,-14h120q14,0 14,14V-92Z', col.wood) +
    rect(-226, -244, 108, 120, col.cream, 4) +
    circle(-172, -184, 22, pal.sun) +
    circle(-163, -193, 19, col.cream)
  )
}

/** A spiral in the wet sand, and the rake that drew it. */
export function rake({ col, path, line, oval, rect, dark, move, repeat, shadow, pal }: Brush): string {
  const turns = Array.from({ length: 91 }, (_, i) => {
    const [angle, r] = [i / 4, 20 + i * 2.5]
    return `${Math.round(-40 + r * Math.cos(angle))},${Math.round(-44 + r * 0.3 * Math.sin(angle))}`
  })
  return (
    oval(-20, -40, 310, 96, mix(pal.sand[0], pal.sand[1], 0.6)) +
    line(`M${turns.join('L')}`, dark(pal.sand[1], 0.4), 9) +
    line(`M${turns.join('L')}`, col.cream, 3, ' transform="translate(0 5)"') +
    shadow(52, 160, -24) +
    move(
      150,
      -30,
      rect(-9, -330, 18, 336, col.wood, 8) +
        rect(-9, -330, 6, 336, dark(col.wood, 0.25), 3) +
        rect(-92, -346, 184, 24, col.red, 8) +
        repeat(7, (i) => path(`M${-86 + i * 26},-344l4,-52h8l4,52Z`, col.iron)),
      9,
    ) +
    line('M-250,-6L-130,-30M-160,-24l34,18', col.bark, 11)
  )
}
