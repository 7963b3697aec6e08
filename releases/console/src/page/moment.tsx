import { when } from './words'

export const Moment = ({ at }: { at: string }) => <time dateTime={at}>{when(at)}</time>
