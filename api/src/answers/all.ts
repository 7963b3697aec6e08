import type { Answers } from '../call'
import { accountAnswers } from './accounts'
import { blockAnswers } from './blocks'
import { mediaAnswers } from './digital-media'
import { eventAnswers } from './events'
import { formAnswers } from './forms'
import { homeAnswers } from './home'
import { itemPageAnswers } from './item-pages'
import { newsAnswers } from './news'
import { organisationAnswers } from './organisation'
import { publicationAnswers } from './publications'
import { quizAnswerers } from './quiz'
import { searchAnswers } from './search'
import { visitorAnswers } from './visitors'

/** One answer for each call of the table. */
export const answers: Answers = {
  ...homeAnswers,
  ...newsAnswers,
  ...organisationAnswers,
  ...publicationAnswers,
  ...mediaAnswers,
  ...eventAnswers,
  ...blockAnswers,
  ...formAnswers,
  ...quizAnswerers,
  ...searchAnswers,
  ...itemPageAnswers,
  ...accountAnswers,
  ...visitorAnswers,
}
