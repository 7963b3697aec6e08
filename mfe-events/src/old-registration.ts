import { paths } from '@marram/api-contract/paths'
import { type LoaderFunctionArgs, redirect } from '@marram/sdk/router'

/** Registration starts with an event, so the old addresses of sports and olympiads lead to the list of open ones. */
export function loader({ request }: LoaderFunctionArgs) {
  const isSports = new URL(request.url).pathname.startsWith(paths.sportsRegistration())
  return redirect(`${isSports ? paths.sports() : paths.olympiads()}#open-events`)
}

export const Component = () => null
