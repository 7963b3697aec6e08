import { paths } from '@marram/api-contract/paths'
import { redirect } from '@marram/sdk/router'

/** Registration starts with an event, so this old address leads to the list of open ones. */
export const loader = () => redirect(`${paths.sports()}#open-events`)

export const Component = () => null
