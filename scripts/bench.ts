import { bench as measure } from '../bench/src/bench'
import { findNginx } from './nginx'

/** Measures every figure that there is a target for. */
export async function bench(): Promise<void> {
  await measure({ nginx: findNginx((words) => process.stderr.write(`  ${words}\n`)) })
}
