import { loader } from '@marram/mfe-content/src/home/home'
import { pagePropsBy } from '../../shared/page-props'

export { Component as default } from '@marram/mfe-content/src/home/home'
export const getServerSideProps = pagePropsBy(loader)
