import { loader } from '@marram/mfe-events/src/sports/sports'
import { pagePropsBy } from '../../shared/page-props'

export { Component as default } from '@marram/mfe-events/src/sports/sports'
export const getServerSideProps = pagePropsBy(loader)
