import { type AccountParts, accountHandlers } from './accounts/handlers'
import { articleHandlers } from './content/article-handlers'
import { blockHandlers } from './content/block-handlers'
import { eventFormHandlers } from './events/event-of-form'
import { eventHandlers } from './events/handlers'
import { type FormParts, formHandlers } from './forms/handlers'
import type { Handlers } from './http/call'
import { newsletterHandlers } from './newsletter/subscribe'
import { quizHandlers } from './quiz/handlers'
import { searchHandlers } from './search/handlers'

/** One handler for each call of the table. */
export const createHandlers = (parts: AccountParts & FormParts): Handlers => ({
  ...articleHandlers,
  ...blockHandlers,
  ...eventHandlers,
  ...eventFormHandlers,
  ...formHandlers(parts),
  ...quizHandlers,
  ...searchHandlers,
  ...accountHandlers(parts),
  ...newsletterHandlers,
})
