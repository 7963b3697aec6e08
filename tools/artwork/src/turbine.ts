import { ellipse, f } from './curves'

/** Path of a wind turbine that stands at (x, y), its blades turned by `turn` radians. */
export function turbine(x: number, y: number, height: number, turn: number): string {
  const blade = height * 0.52
  const w = height * 0.014 + 0.8
  let d = `M${f(x - w)},${f(y)}L${f(x - w * 0.45)},${f(y - height)}h${f(w * 0.9)}L${f(x + w)},${f(y)}Z`
  for (let k = 0; k < 3; k++) {
    const angle = turn + k * 2.0944
    const [cos, sin] = [Math.cos(angle), Math.sin(angle)]
    const [nx, ny] = [-sin * blade * 0.045, cos * blade * 0.045]
    d += `M${f(x)},${f(y - height)}L${f(x + cos * blade * 0.25 + nx)},${f(y - height + sin * blade * 0.25 + ny)}`
    d += `L${f(x + cos * blade)},${f(y - height + sin * blade)}Z`
  }
  return d + ellipse(x, y - height, w * 1.1, w * 1.1)
}
