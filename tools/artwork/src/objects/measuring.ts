import type { Brush } from '../brush'

/** A tide staff on a post, with a float in its pipe and its reading out of the water. */
export function gauge({ col, rect, path, line, circle, repeat, dark, oval }: Brush): string {
  return (
    rect(-150, -330, 46, 360, col.bark) +
    rect(-150, -330, 14, 360, dark(col.bark)) +
    rect(-92, -372, 96, 402, col.white, 6) +
    repeat(13, (i) => rect(-92, -356 + i * 28, i % 4 ? 34 : 58, 11, i % 4 ? col.ink : col.red)) +
    rect(60, -392, 74, 420, col.steel, 16) +
    rect(60, -392, 22, 420, dark(col.steel), 11) +
    rect(78, -250, 38, 180, col.blue, 19) +
    rect(78, -160, 38, 90, dark(col.blue, 0.4), 19) +
    circle(97, -164, 24, col.sun) +
    line('M97,-188V-398', col.ink, 4) +
    rect(36, -412, 122, 34, col.iron, 8) +
    path('M70,-412h54l-8,-26h-38Z', col.spruce) +
    line('M97,-438V-462', col.ink, 5) +
    rect(-164, -280, 320, 18, col.iron, 6) +
    rect(-164, -90, 320, 18, col.iron, 6) +
    oval(-40, 26, 200, 15, col.white, ' opacity=".28"')
  )
}

/** A thermometer that hangs from the arm of a stand. */
export function thermometer({ col, rect, circle, repeat, line, dark, ring, move, shadow }: Brush): string {
  const hung =
    ring(0, -396, 16, col.iron, 8) +
    rect(-84, -384, 168, 372, col.wood, 26) +
    rect(-84, -384, 30, 372, dark(col.wood, 0.16), 15) +
    rect(-58, -360, 116, 324, col.cream, 16) +
    repeat(11, (i) => rect(18, -336 + i * 21, i % 5 ? 18 : 30, 5, col.ink)) +
    rect(-17, -342, 34, 262, col.white, 17) +
    circle(0, -74, 34, col.red) +
    rect(-8, -230, 16, 150, col.red, 8) +
    circle(-10, -84, 9, col.white, ' opacity=".7"') +
    line('M-42,-300h14M-42,-216h14M-42,-132h14', dark(col.cream, 0.4), 5)
  return (
    shadow(200, 0, 8) +
    line('M-136,-16V-402M-160,-386H24', col.iron, 15) +
    rect(-186, -24, 372, 30, col.bark, 8) +
    move(20, -32, hung, 0, 0.88)
  )
}

/** Amos Tull's gauge: a clockwork drum with a pencil line of tides, in a biscuit tin. */
export function drum({ col, rect, oval, line, path, circle, dark, light, shadow }: Brush): string {
  return (
    shadow(256, 0, 6) +
    rect(-236, -60, 472, 66, col.red, 10) +
    rect(-236, -60, 472, 18, light(col.red), 9) +
    line('M-200,-16h400', light(col.honey), 6) +
    rect(-206, -86, 330, 30, col.wood, 6) +
    rect(-170, -292, 236, 210, col.cream) +
    oval(-52, -84, 118, 26, dark(col.cream, 0.14)) +
    oval(-52, -292, 118, 26, col.white) +
    oval(-52, -292, 22, 6, col.iron) +
    line('M-168,-180q20,-70 40,0t40,0t40,0t40,0t40,0t34,-26', col.navy, 7) +
    line('M-168,-112h232M-168,-240h232', dark(col.cream, 0.2), 3) +
    rect(140, -380, 26, 320, col.iron, 8) +
    line('M152,-196H66', col.wood, 16) +
    path('M66,-204l-26,8l26,8Z', col.cream) +
    path('M48,-199l-8,3l8,3Z', col.ink) +
    line('M152,-372q52,0 52,60v150', col.iron, 5) +
    circle(152, -376, 22, col.honey) +
    circle(204, -138, 27, col.sun)
  )
}

/** A square frame on the marsh, and what grows in it. */
export function quadrat(b: Brush): string {
  const { col, path, line, circle, repeat, dark } = b
  const next = b.random('qu')
  const stalks = (n: number, height: number, colour: string) =>
    repeat(n, () => {
      const t = next()
      const y = -14 - 88 * t
      const x = (next() - 0.5) * (500 - 150 * t)
      const h = height * (0.7 + 0.5 * next())
      return line(`M${x},${y}q${(next() - 0.5) * 30},${-h * 0.6} ${(next() - 0.5) * 24},${-h}`, colour, 7)
    })
  return (
    path('M-282,4L-196,-122H196L282,4Z', dark(col.leaf, 0.3)) +
    line('M-282,4L-196,-122H196L282,4Z', col.white, 17) +
    line('M-94,4L-66,-122M94,4L66,-122M-236,-64H236', col.white, 5) +
    line('M-282,14H282', dark(col.white, 0.3), 6) +
    stalks(18, 70, col.leaf) +
    stalks(14, 90, dark(col.leaf, 0.4)) +
    repeat(7, (i) => circle(-168 + i * 56, -84 - (i % 3) * 40, 11, i % 2 ? col.honey : col.rose)) +
    line(
      'M-236,20q-14,-70 -52,-118M-222,22q6,-84 40,-132M-30,26q-16,-70 -56,-104M-14,26q2,-96 44,-150M196,24q-8,-80 -44,-128M214,22q16,-76 62,-112',
      col.leaf,
      9,
    ) +
    line('M-228,20q-4,-90 -10,-150M208,22q2,-100 12,-170', dark(col.leaf, 0.4), 9) +
    circle(-238, -134, 12, col.rose) +
    circle(220, -152, 12, col.honey)
  )
}

/** A rain gauge on its post after a night of it. */
export function raingauge({ col, rect, path, line, repeat, oval, dark, shadow }: Brush): string {
  const drops = [
    [-220, -330],
    [-150, -214],
    [-230, -130],
    [176, -360],
    [230, -236],
    [160, -120],
  ] as const
  return (
    shadow(60, 0, 8) +
    rect(-20, -120, 40, 130, col.bark) +
    rect(-20, -120, 13, 130, dark(col.bark)) +
    path('M-104,-384H104L54,-300H-54Z', col.spruce) +
    oval(0, -384, 104, 18, dark(col.spruce, 0.4)) +
    rect(-54, -304, 108, 194, col.white, 10, ' opacity=".72"') +
    rect(-54, -226, 108, 116, col.blue, 10) +
    oval(0, -226, 54, 10, col.white, ' opacity=".6"') +
    repeat(8, (i) => rect(-54, -290 + i * 22, i % 2 ? 20 : 34, 5, col.ink)) +
    rect(-72, -122, 144, 24, col.iron, 8) +
    drops.map(([x, y]) => path(`M${x},${y}q26,40 0,52q-26,-12 0,-52`, col.blue)).join('') +
    line('M-54,-304V-118M54,-304V-118', dark(col.white, 0.2), 4)
  )
}

/** A tape measure that has been further than its case. */
export function tape({ col, circle, path, rect, repeat, ring, dark, shadow }: Brush): string {
  return (
    shadow(176, -110, 2) +
    shadow(140, 112, 2) +
    path('M-270,-54H60V-6H-270Z', col.honey) +
    repeat(16, (i) => rect(-262 + i * 20, -54, 4, i % 5 ? 18 : 30, col.ink)) +
    path('M-270,-54h-16v66h28v-18h-12Z', col.iron) +
    circle(112, -168, 168, col.bark) +
    circle(112, -168, 150, dark(col.bark, 0.25)) +
    circle(112, -168, 128, col.bark) +
    ring(112, -168, 106, dark(col.bark, 0.3), 5) +
    circle(112, -168, 44, col.honey) +
    circle(112, -168, 16, dark(col.honey, 0.5)) +
    path('M112,-184l128,-40l8,26l-130,40Z', col.honey) +
    circle(238, -208, 20, col.cream)
  )
}

/** The harbour ladder with its third rung marked, down into the water. */
export function ladder({ col, rect, line, repeat, circle, dark, oval }: Brush): string {
  return (
    rect(-2000, -258, 4000, 178, dark(col.steel, 0.2)) +
    repeat(15, (i) => rect(-832 + i * 112, -238, 100, 60, col.steel, 5)) +
    repeat(14, (i) => rect(-776 + i * 112, -164, 100, 60, dark(col.steel, 0.1), 5)) +
    rect(-2000, -292, 4000, 46, col.cream) +
    line('M-74,-400q-34,0 -34,40V10M74,-400q34,0 34,40V10', col.iron, 18) +
    line('M-74,-400h-26M74,-400h26', col.iron, 18) +
    repeat(6, (i) => line(`M-104,${-320 + i * 60}H104`, i === 2 ? col.red : col.iron, 16)) +
    line('M40,-200V-104', col.ink, 4) +
    rect(24, -110, 32, 74, col.white, 12) +
    circle(40, -56, 11, col.red) +
    rect(35, -96, 10, 40, col.red, 5) +
    oval(0, 12, 220, 16, col.white, ' opacity=".35"')
  )
}

/** A short telescope on its tripod. */
export function telescope({ col, line, rect, move, circle, dark, oval, shadow }: Brush): string {
  return (
    shadow(150, 0, 8) +
    line('M0,-190L-124,6M0,-190L124,6M0,-190V2', col.bark, 20) +
    line('M-62,-92H62', dark(col.bark), 9) +
    circle(0, -196, 34, col.iron) +
    move(
      0,
      -226,
      rect(-196, -42, 300, 84, col.navy, 10) +
        rect(-196, -42, 300, 26, dark(col.navy, 0.3), 10) +
        rect(86, -54, 110, 108, col.cream, 10) +
        oval(194, 0, 14, 52, col.blue) +
        rect(-236, -28, 60, 56, col.honey, 8) +
        rect(-264, -20, 34, 40, col.iron, 8) +
        rect(-110, -66, 96, 22, col.iron, 9),
      -32,
    )
  )
}

/** A microphone with a wind jacket, on a stand. */
export function microphone({ col, line, oval, circle, dark, repeat, rect, shadow }: Brush): string {
  return (
    shadow(140, 0, 10) +
    line('M0,-200V-20', col.iron, 16) +
    line('M0,-40L-110,6M0,-40L110,6M0,-40L16,14', col.iron, 14) +
    oval(0, -286, 92, 128, dark(col.steel, 0.35)) +
    repeat(26, (i) => {
      const angle = (i / 26) * 6.283
      const [x, y] = [Math.cos(angle) * 92, -286 + Math.sin(angle) * 128]
      return line(`M${x * 0.8},${-286 + (y + 286) * 0.8}L${x * 1.2},${-286 + (y + 286) * 1.15}`, col.steel, 15)
    }) +
    oval(-20, -312, 46, 74, col.steel) +
    oval(-30, -330, 20, 36, col.cream, ' opacity=".5"') +
    rect(-34, -172, 68, 44, col.ink, 12) +
    line('M20,-60q90,10 110,70q60,10 120,-4', col.ink, 8) +
    circle(0, -150, 8, col.red)
  )
}

/** A camera on a tripod that has stood there all year. */
export function camera({ col, line, rect, circle, dark, path, ring, shadow }: Brush): string {
  return (
    shadow(156, 0, 8) +
    line('M0,-150L-130,6M0,-150L130,6M0,-150V4', col.bark, 20) +
    rect(-56, -178, 112, 34, col.iron, 8) +
    path('M-60,-344l22,-44h76l22,44Z', dark(col.ink, 0)) +
    rect(-176, -350, 352, 176, col.ink, 24) +
    rect(-176, -304, 352, 84, col.rust) +
    circle(0, -262, 92, dark(col.steel, 0.1)) +
    circle(0, -262, 74, col.ink) +
    circle(0, -262, 52, col.navy) +
    circle(-18, -282, 17, col.white, ' opacity=".75"') +
    ring(0, -262, 64, col.steel, 4) +
    rect(-156, -374, 60, 26, col.steel, 8) +
    circle(136, -326, 14, col.honey)
  )
}
