import { removePreparedData } from './prepared-data'

/** What Playwright calls when everything has ended. */
export default removePreparedData
