import type { Answers } from '../call'
import { blockAnswers } from './blocks'
import { sportAnswers } from './events'
import { formAnswers } from './forms'
import { homeAnswers } from './home'
import { newsAnswers } from './news'
import { visitorAnswers } from './visitors'

/** One answer for each call of the table. */
export const answers: Answers = {
  ...homeAnswers,
  ...newsAnswers,
  ...sportAnswers,
  ...blockAnswers,
  ...formAnswers,
  ...visitorAnswers,
}
