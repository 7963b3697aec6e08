import * as sports from '@marram/mfe-events/src/sports/sports'
import { pageAt } from './lifecycles'

export const { bootstrap, mount, unmount } = pageAt('/sports', sports)
