import { prepare } from '@marram/shell/src/entry-server'
import { composition, sections } from './sections'

export { configureServer } from '@marram/shell/src/entry-server'
export const { render } = prepare(composition, sections)
