import * as home from '@marram/mfe-content/src/home/home'
import { pageAt } from './lifecycles'

export const { bootstrap, mount, unmount } = pageAt('/', home)
