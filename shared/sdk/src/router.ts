/** The only router that sections see. It re-exports exactly what is used, so that the rest is shaken out of the shell. */
export type { LoaderFunctionArgs } from 'react-router-dom'
export {
  isRouteErrorResponse,
  Link,
  NavLink,
  redirect,
  useLoaderData,
  useLocation,
  useNavigate,
  useNavigation,
  useParams,
  useRevalidator,
  useRouteError,
  useSearchParams,
} from 'react-router-dom'
