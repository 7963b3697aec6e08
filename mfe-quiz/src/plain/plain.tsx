import { PlainPage } from '@marram/ui/plain-page'
import quiz from '../art/quiz.svg'

export const Component = () => <PlainPage hour="night" art={quiz} />
