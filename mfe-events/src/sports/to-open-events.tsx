import { paths } from '@marram/contracts/paths'
import { redirect } from '@marram/host/router'

/** Registration starts with an event, so this old address leads to the list of open ones. */
export const loader = () => redirect(`${paths.sports()}#open-events`)

export const Component = () => null
