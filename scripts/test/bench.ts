import { bench as measure } from '../../bench/src/bench'
import { findChromium } from '../machine/browser'
import { findNginx } from '../machine/nginx'

/** Measures every figure that there is a target for. */
export async function bench(): Promise<void> {
  const say = (words: string) => process.stderr.write(`  ${words}\n`)
  await measure({ nginx: findNginx(say), chromium: await findChromium(say) })
}
