/** The router of sections. It exports only what is used, so that the build drops the rest. */
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
