import * as account from './accounts/account'
import * as sent from './accounts/sent'
import * as session from './accounts/session'
import * as comments from './comments'
import * as blocks from './content/blocks'
import * as digitalMedia from './content/digital-media'
import * as home from './content/home'
import * as initiatives from './content/initiatives'
import * as itemPages from './content/item-pages'
import * as news from './content/news'
import * as organisation from './content/organisation'
import * as publications from './content/publications'
import type { AnyEndpoint } from './endpoint'
import * as coming from './events/coming'
import * as courses from './events/courses'
import * as events from './events/events'
import * as nextEvent from './events/next-event'
import * as olympiads from './events/olympiads'
import * as forms from './forms/forms'
import * as submissions from './forms/submissions'
import * as newsletter from './newsletter'
import * as quiz from './quiz'
import * as search from './search'

const content = { ...home, ...news, ...organisation, ...publications, ...digitalMedia, ...initiatives, ...blocks }
const others = { ...forms, ...submissions, ...quiz, ...search, ...itemPages, ...newsletter, ...comments }
const accounts = { ...account, ...session, ...sent }
const exported = { ...content, ...events, ...nextEvent, ...olympiads, ...courses, ...coming, ...others, ...accounts }

type Exported = typeof exported
type Endpoints = { [Name in keyof Exported as Exported[Name] extends AnyEndpoint ? Name : never]: Exported[Name] }
const isEndpoint = (value: object | string | number) => typeof value === 'object' && 'envelope' in value

/** Every call that the modules above declare. A call without a handler does not compile. Pages import single calls. */
export const endpoints = Object.fromEntries(
  Object.entries(exported).filter(([, value]) => isEndpoint(value)),
) as unknown as Endpoints

export type EndpointName = keyof Endpoints
