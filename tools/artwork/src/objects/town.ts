import type { Brush } from '../brush'

const wheel = ({ ring, line, circle, col }: Brush, x: number, y: number, r: number, spokes = 8) =>
  ring(x, y, r, col.ink, 15) +
  line(
    Array.from({ length: spokes }, (_, i) => {
      const angle = (i / spokes) * Math.PI
      const [dx, dy] = [Math.cos(angle) * r, Math.sin(angle) * r]
      return `M${(x - dx).toFixed(1)},${(y - dy).toFixed(1)}L${(x + dx).toFixed(1)},${(y + dy).toFixed(1)}`
    }).join(''),
    col.steel,
    3,
  ) +
  circle(x, y, 14, col.iron)

/** The number 14, on its way down. */
export function bus(b: Brush): string {
  const { col, rect, path, repeat, circle, dark, light, line, shadow } = b
  return (
    shadow(270, 0, 18) +
    rect(-290, -316, 580, 276, col.red, 34) +
    rect(-290, -112, 580, 72, dark(col.red, 0.22), 20) +
    rect(-290, -316, 580, 30, light(col.red, 0.25), 15) +
    rect(-264, -256, 412, 116, b.glow, 12) +
    rect(-264, -256, 412, 116, col.blue, 12, ' opacity=".72"') +
    repeat(3, (i) => rect(-168 + i * 103, -256, 12, 116, col.red)) +
    rect(168, -262, 94, 196, col.blue, 12) +
    rect(208, -262, 12, 196, col.red) +
    rect(-264, -304, 190, 40, col.ink, 8) +
    line('M-196,-298v28M-156,-298l-18,20h28M-152,-288v18', col.honey, 6) +
    [-160, 150]
      .map((x) => circle(x, -40, 60, col.ink) + circle(x, -40, 30, col.steel) + circle(x, -40, 11, col.iron))
      .join('') +
    circle(-276, -84, 15, b.glow) +
    path('M-290,-150h-18v46h18Z', col.ink) +
    line('M-200,-122H80', col.cream, 7)
  )
}

/** The van that an exhibition fits into: its side open, eleven drawers shut and one out. */
export function van({ col, rect, path, circle, dark, repeat, line, shadow }: Brush): string {
  return (
    shadow(270, 0, 16) +
    path('M-290,-40V-330q0,-26 26,-26H90V-290h86q20,0 32,20l64,104q10,14 10,30V-40Z', col.teal) +
    path('M112,-262h60q12,0 20,12l44,72H112Z', col.blue) +
    rect(-262, -328, 324, 228, col.bark, 8) +
    repeat(12, (i) => {
      const [x, y] = [-252 + (i % 4) * 78, -318 + Math.floor(i / 4) * 72]
      return rect(x, y, 70, 64, i === 6 ? dark(col.bark, 0.4) : col.wood, 4) + circle(x + 35, y + 38, 6, col.honey)
    }) +
    path('M-100,-240h78l22,40h-122Z', col.cream) +
    path('M-122,-200h122v34h-122Z', dark(col.wood, 0.1)) +
    circle(-61, -216, 13, col.red) +
    path('M-290,-356H80l30,-40H-262Z', col.honey) +
    line('M-286,-62H276', dark(col.teal, 0.3), 20) +
    [-170, 170].map((x) => circle(x, -42, 58, col.ink) + circle(x, -42, 27, col.steel)).join('') +
    circle(268, -112, 13, col.honey)
  )
}

/** A bicycle with a load, on its stand. */
export function bicycle(b: Brush): string {
  const { col, line, rect, dark, path, shadow } = b
  return (
    shadow(96, -170, 8) +
    shadow(96, 182, 8) +
    line('M-170,-110L-98,8h-24', col.iron, 12) +
    wheel(b, -176, -112, 112) +
    wheel(b, 176, -112, 112) +
    line('M-176,-112L-96,-286L110,-286L16,-112Z', col.red, 16) +
    line('M16,-112L-116,-320', col.red, 16) +
    line('M110,-286L176,-112', col.red, 16) +
    line('M116,-290L96,-350q40,-22 74,6', col.ink, 15) +
    path('M-178,-338q60,-14 104,2q10,14 -24,20q-44,6 -80,-2Z', col.bark) +
    line('M16,-112l34,38M2,-112l-30,-40', col.ink, 11) +
    line('M28,-66h44', col.ink, 12) +
    rect(-284, -324, 118, 86, col.wood, 10) +
    line('M-284,-296h118M-284,-268h118M-244,-324v86M-206,-324v86', dark(col.wood, 0.3), 5) +
    path('M-270,-324q20,-64 50,-20q30,-50 42,20Z', col.leaf) +
    line('M-290,-236H-150', col.ink, 9)
  )
}

/** A wheelchair at a dropped kerb, its counter on the armrest. */
export function wheelchair(b: Brush): string {
  const { col, line, rect, circle, ring, shadow } = b
  return (
    shadow(100, -60, 2) +
    shadow(50, 124, 4) +
    line('M-150,-380h-60', col.ink, 17) +
    line('M-150,-376V-176', col.ink, 16) +
    rect(-166, -352, 44, 170, col.red, 16) +
    rect(-160, -206, 244, 46, col.red, 18) +
    line('M-140,-268H40V-206', col.ink, 13) +
    line('M76,-180L124,-46H200', col.ink, 15) +
    wheel(b, -66, -128, 124) +
    ring(-66, -128, 104, col.teal, 8) +
    circle(118, -34, 36, col.ink) +
    circle(118, -34, 15, col.steel) +
    rect(-22, -316, 72, 48, col.honey, 8) +
    rect(-10, -306, 48, 18, col.cream, 3) +
    line('M0,-278h20', col.ink, 5)
  )
}

/** The letter box on the quay, with more in it than it was made for. */
export function letterbox({ col, rect, path, dark, line, circle, shadow }: Brush): string {
  return (
    shadow(170, 0, 10) +
    shadow(80, 228, 12) +
    rect(-136, -40, 272, 50, col.ink, 8) +
    path('M-122,-38V-320q0,-76 122,-76t122,76V-38Z', col.red) +
    path('M-122,-38V-320q0,-54 62,-70q-24,22 -24,70V-38Z', dark(col.red, 0.2)) +
    path('M-142,-318q0,-92 142,-92t142,92Z', dark(col.red, 0.08)) +
    rect(-146, -324, 292, 24, dark(col.red, 0.3), 10) +
    rect(-74, -266, 148, 24, col.ink, 8) +
    path('M-60,-254L-96,-330L34,-346L56,-254Z', col.cream) +
    line('M-88,-322L-22,-290L26,-338', dark(col.cream, 0.3), 5) +
    rect(-70, -218, 140, 96, col.cream, 6) +
    line('M-48,-192H48M-48,-170H48M-48,-148H10', dark(col.cream, 0.45), 6) +
    circle(64, -84, 9, col.honey) +
    path('M150,10l34,-56l106,10l-26,54Z', col.white) +
    line('M184,-46l40,36l66,-26', dark(col.white, 0.3), 5)
  )
}

/** A front door, its step, and how high the water stood. */
export function doorstep({ col, rect, path, circle, dark, line, repeat, light }: Brush): string {
  return (
    rect(-250, -404, 500, 390, col.rust) +
    repeat(9, (i) => line(`M-250,${-366 + i * 42}H250`, dark(col.rust, 0.25), 4)) +
    rect(-122, -404, 244, 404, col.white) +
    rect(-102, -380, 204, 380, col.navy, 4) +
    rect(-80, -356, 72, 130, dark(col.navy, 0.3), 4) +
    rect(8, -356, 72, 130, dark(col.navy, 0.3), 4) +
    rect(-80, -176, 72, 140, dark(col.navy, 0.3), 4) +
    rect(8, -176, 72, 140, dark(col.navy, 0.3), 4) +
    rect(-38, -214, 76, 20, col.honey, 6) +
    circle(82, -200, 10, col.honey) +
    path('M-250,-120H250V-14H-250Z', col.blue, ' opacity=".36"') +
    line('M-250,-120H-122M122,-120H250', light(col.blue, 0.6), 8) +
    rect(-170, -22, 340, 40, col.steel, 6) +
    rect(-170, 0, 340, 18, dark(col.steel), 6) +
    rect(184, -92, 62, 92, col.bark, 8) +
    path('M176,-92q0,-50 38,-90q48,30 42,90Z', col.leaf) +
    circle(206, -142, 15, col.rose) +
    circle(232, -122, 13, col.rose) +
    rect(-230, -70, 44, 70, col.cream, 10) +
    rect(-222, -88, 28, 22, col.teal, 4)
  )
}

/** A well with a candle let down into it. */
export function well({ col, rect, path, line, oval, dark, repeat, glow, circle, shadow }: Brush): string {
  return (
    shadow(222, 0, 6) +
    path('M-240,-304L0,-404L240,-304V-276L0,-372L-240,-276Z', col.rust) +
    rect(-180, -300, 28, 200, col.bark) +
    rect(152, -300, 28, 200, col.bark) +
    line('M-166,-236H166', col.wood, 20) +
    line('M0,-236V-120', col.ink, 5) +
    rect(-206, -136, 412, 140, col.steel, 16) +
    repeat(4, (i) => rect(-198 + i * 102, -92, 90, 40, dark(col.steel, 0.14), 6)) +
    repeat(3, (i) => rect(-148 + i * 102, -46, 90, 40, dark(col.steel, 0.08), 6)) +
    oval(0, -134, 206, 38, dark(col.steel, 0.2)) +
    oval(0, -130, 172, 26, col.ink) +
    circle(0, -134, 70, glow, ' opacity=".25"') +
    rect(-12, -176, 24, 44, col.cream, 4) +
    path('M0,-222q22,28 0,46q-22,-18 0,-46Z', glow) +
    line('M166,-236h46v44', col.iron, 12)
  )
}

/** A drain cover with an ear to it. */
export function drain({ col, path, oval, line, rect, dark, repeat, circle }: Brush): string {
  return (
    oval(-40, -26, 246, 74, dark(col.steel, 0.3)) +
    oval(-40, -38, 246, 74, col.iron) +
    oval(-40, -38, 206, 58, dark(col.iron, 0.2)) +
    repeat(7, (i) => rect(-190 + i * 46, -60 - (i % 2) * 8, 24, 44 + (i % 2) * 14, dark(col.ink, 0.3), 10)) +
    rect(-78, -150, 76, 100, col.honey, 16) +
    rect(-78, -150, 26, 100, dark(col.honey, 0.2), 13) +
    line('M-40,-150q0,-120 120,-110t110,150', col.ink, 9) +
    rect(120, -130, 148, 110, col.spruce, 14) +
    rect(136, -114, 74, 50, col.cream, 6) +
    line('M142,-88l12,0l8,-18l10,30l8,-18h22', col.red, 5) +
    circle(240, -90, 15, col.honey) +
    circle(240, -48, 10, col.cream) +
    line('M-100,-250q-60,-70 -10,-130M-150,-210q-110,-110 -30,-210', col.blue, 12) +
    path('M-40,-170l-22,-26h44Z', dark(col.honey, 0.3))
  )
}

/** The street lamp that is off. */
export function streetlamp({ col, line, rect, path, circle, dark, repeat, shadow }: Brush): string {
  return (
    shadow(140, -165, 12) +
    shadow(48, 150, 12) +
    rect(-290, -280, 250, 290, dark(col.navy, 0.25)) +
    path('M-310,-276L-166,-366L-20,-276Z', dark(col.rust, 0.45)) +
    rect(-262, -220, 194, 130, dark(col.ink, 0.1), 6) +
    rect(-270, -254, 210, 36, dark(col.teal, 0.4), 6) +
    repeat(4, (i) => rect(-252 + i * 48, -80, 36, 80, dark(col.ink, 0.2), 3)) +
    line('M150,8V-340q0,-52 -52,-52h-26', col.ink, 17) +
    rect(118, -16, 64, 26, col.ink, 8) +
    path('M20,-392h70l22,46H-2Z', col.iron) +
    path('M10,-346h90q-10,34 -45,34t-45,-34Z', dark(col.cream, 0.45)) +
    line('M232,-392l6,-14l6,14l14,6l-14,6l-6,14l-6,-14l-14,-6Z', col.cream, 4) +
    circle(258, -300, 5, col.cream) +
    circle(212, -240, 4, col.cream) +
    circle(10, -236, 4, col.cream)
  )
}

/** A bench, forty metres of it cut to what fits here. */
export function bench({ col, rect, line, dark, circle, path, move, shadow }: Brush): string {
  return move(
    0,
    0,
    [-230, 0, 230]
      .map((x) => shadow(44, x, 10) + line(`M${x - 30},8L${x - 8},-150M${x + 30},8L${x + 8},-150`, col.iron, 18))
      .join('') +
      rect(-330, -184, 660, 40, col.wood, 6) +
      rect(-330, -160, 660, 16, dark(col.wood), 6) +
      path('M-230,-184q-14,-70 10,-110h72q24,40 10,110Z', col.blue) +
      rect(-226, -302, 80, 16, col.cream, 5) +
      rect(-60, -254, 116, 70, col.rust, 4) +
      rect(-60, -254, 116, 18, dark(col.rust, 0.2), 4) +
      circle(-1, -214, 12, dark(col.rust, 0.5)) +
      path('M110,-184q-10,-40 30,-46q60,-60 110,0q40,0 46,46Z', col.leaf) +
      circle(196, -226, 44, col.wood) +
      circle(196, -226, 24, dark(col.wood, 0.2)) +
      line('M280,-206l14,-36M292,-204l26,-26', col.leaf, 8),
    0,
    0.86,
  )
}

/** A signpost with an arrow in chalk. */
export function signpost({ col, rect, path, line, dark, shadow }: Brush): string {
  return (
    shadow(60, 8, 12) +
    rect(-22, -404, 44, 414, col.bark, 6) +
    rect(-22, -404, 15, 414, dark(col.bark), 6) +
    path('M-190,-372H200l60,44l-60,44H-190Z', col.cream) +
    path('M190,-264H-170l-60,42l60,42H190Z', col.wood) +
    line('M-150,-328H150M104,-356l50,28l-50,28', col.ink, 11) +
    line('M-130,-222H140M-90,-246l-44,24l44,24', col.white, 10) +
    shadow(190, -110, 22) +
    path('M-250,22q-14,-66 52,-76q24,-46 90,-28q66,4 78,58q46,4 62,46q-120,14 -282,0Z', col.steel) +
    path('M-250,22q-14,-66 52,-76q-26,36 0,81q-30,0 -52,-5Z', dark(col.steel)) +
    line('M-168,-36h90M-104,-58l32,22l-32,22', col.white, 10) +
    line('M-264,30q2,-44 -22,-66M-246,32q8,-34 28,-50M26,30q-4,-40 -26,-58M42,30q6,-48 28,-66', col.leaf, 8)
  )
}

/** A chair in the front row, kept free. */
export function chair({ col, rect, line, path, dark, shadow }: Brush): string {
  return (
    shadow(168, 0, 10) +
    line('M-104,-200L-130,8M104,-200L130,8', dark(col.bark, 0.2), 20) +
    path('M-112,-404H112L104,-214H-104Z', col.bark) +
    rect(-84, -380, 168, 40, col.wood, 8) +
    rect(-84, -320, 168, 40, col.wood, 8) +
    path('M-120,-226H120L150,-160H-150Z', col.red) +
    rect(-150, -164, 300, 26, dark(col.red, 0.3), 8) +
    line('M-134,-140L-150,8M134,-140L150,8M-142,-60H142', col.bark, 20) +
    path('M-64,-250H60l10,66H-74Z', col.cream) +
    line('M-40,-226H40M-44,-204H20', dark(col.cream, 0.45), 6)
  )
}

/** A boy's height of cold iron: the museum's radiator, turned down. */
export function radiator({ col, rect, repeat, circle, line, dark, shadow }: Brush): string {
  return (
    shadow(256, 0, 8) +
    repeat(
      7,
      (i) =>
        rect(-250 + i * 70, -340, 58, 314, col.cream, 28) +
        rect(-250 + i * 70, -340, 20, 314, dark(col.cream, 0.16), 10),
    ) +
    line('M-246,-296H226M-246,-64H226', dark(col.cream, 0.25), 14) +
    rect(-220, -28, 26, 36, col.iron) +
    rect(176, -28, 26, 36, col.iron) +
    line('M222,-56h46v64', col.iron, 14) +
    circle(262, -84, 30, col.red) +
    line('M262,-104v20', col.white, 7)
  )
}

/** A booth that sells tickets for tonight. */
export function booth({ col, path, rect, line, circle, glow, dark, repeat, move, light, shadow }: Brush): string {
  const stripe = (i: number) => (i % 2 ? col.cream : col.red)
  const ticket = (fill: string) =>
    path('M-58,-30H58V-12q-14,12 0,24V30H-58V12q14,-12 0,-24Z', fill) +
    line('M22,-20v40', col.ink, 5, ' stroke-dasharray="5 8"')
  return (
    circle(0, -196, 236, glow, ' opacity=".14"') +
    shadow(190, 0, 6) +
    rect(-172, -292, 344, 296, col.teal, 6) +
    rect(-172, -292, 54, 296, dark(col.teal, 0.22), 6) +
    rect(-112, -228, 224, 116, glow, 6) +
    circle(-26, -158, 30, col.bark) +
    path('M-74,-112q4,-52 48,-52t48,52Z', col.navy) +
    rect(-140, -116, 280, 24, col.wood, 6) +
    repeat(4, (i) => rect(-106 + i * 58, -70, 38, 52, light(col.teal, 0.16), 4)) +
    repeat(8, (i) =>
      path(`M${-176 + i * 44},-296h44l${(i - 3) * 3},64q-22,26 -44,0l${(3 - i) * 3 + 0},-64Z`, stripe(i)),
    ) +
    path('M-190,-300L-150,-340H150L190,-300Z', dark(col.red, 0.3)) +
    move(0, -362, ticket(col.honey), -6, 1.5)
  )
}

/** A stall whose shutter is down: its lanterns are lit, and a light is on behind the shutter. */
export function kiosk({ col, path, rect, line, circle, glow, dark, light, repeat, shadow }: Brush): string {
  const stripe = (i: number) => (i % 2 ? col.cream : col.teal)
  const lamp = (x: number) =>
    circle(x, -190, 84, glow, ' opacity=".16"') +
    line(`M${x},-250v36`, col.ink, 4) +
    rect(x - 15, -212, 30, 40, glow, 8) +
    rect(x - 18, -220, 36, 12, col.iron, 4)
  return (
    shadow(236, 30, 6) +
    shadow(60, -220, 8) +
    rect(-174, -300, 396, 306, col.bark, 4) +
    rect(-148, -262, 344, 158, col.steel) +
    line(
      repeat(6, (i) => `M-148,${-240 + i * 26}H196`),
      dark(col.steel, 0.18),
      4,
    ) +
    rect(-148, -116, 344, 12, glow) +
    rect(-174, -86, 396, 92, col.teal) +
    line(
      repeat(7, (i) => `M${-118 + i * 57},-84V4`),
      dark(col.teal, 0.24),
      5,
    ) +
    rect(-190, -106, 428, 26, col.wood, 6) +
    line('M-14,-246L24,-216L62,-246', col.ink, 4) +
    rect(-32, -218, 112, 62, col.cream, 6) +
    path('M24,-166V-188q-34,2 -36,-24q32,0 36,24q4,-30 36,-28q0,28 -36,30V-166Z', col.leaf) +
    repeat(8, (i) => path(`M${-200 + i * 56},-352h56v82q-28,30 -56,0Z`, stripe(i))) +
    path('M-206,-346L-180,-384H228L254,-346Z', dark(col.teal, 0.24)) +
    lamp(-160) +
    lamp(208) +
    rect(-268, -64, 84, 70, col.wood, 4) +
    line('M-268,-40h84M-268,-16h84', dark(col.wood, 0.3), 5) +
    path('M-262,-64q10,-44 36,-20q22,-34 36,20Z', col.sun) +
    path('M232,8l-8,-62h64l-8,62Z', col.rust) +
    path('M256,-54q-44,-20 -36,-70q30,12 36,46q2,-52 28,-66q14,44 -14,90Z', light(col.leaf, 0.1))
  )
}
