import { PlainPage } from '@marram/ui/plain-page'
import shore from '../art/shore.svg'

export const Component = () => <PlainPage hour="dusk" art={shore} />
