import type { Sample } from '@marram/releases/evidence/fisher'
import { isSuspected, type Verdict } from '@marram/releases/evidence/verdict'
import { originText } from '@marram/releases/evidence/verdict-words'
import { count, percent, some } from '../page/words'

type LineProps = { sample: Sample; verdict?: Verdict | null }

const words = { 'too few': 'too few loads to say', worse: 'worse than before', 'no worse': 'no worse than before' }

/** Loads of the last hour and how many failed, and what follows for a candidate. */
export function HealthLine({ sample: { loads, failures }, verdict }: LineProps) {
  const bad = verdict?.verdict === 'worse' || (loads >= 20 && failures / loads > 0.05)
  return (
    <span className={bad ? 'health bad' : 'health'}>
      {loads === 0
        ? 'no loads in the last hour'
        : failures === 0
          ? `${some(loads, 'load')}, none failed`
          : `${count(failures)} of ${some(loads, 'load')} failed (${percent((failures / loads) * 100)})`}
      {verdict && `; ${isSuspected(verdict) ? `suspected, ${originText(verdict.networks)}` : words[verdict.verdict]}`}
    </span>
  )
}
