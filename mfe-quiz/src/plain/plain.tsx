import { PlainPage } from '@marram/ui/plain-page'
import css from './plain.module.css'

export const Component = () => <PlainPage hour="night" art={css.quiz} />
