import { useParams } from '@marram/host/router'
import { PlainPage } from '@marram/ui/plain-page'
import quiz from '../art/quiz.svg'

export function Component() {
  // The address of a response is somebody's name and phone number: neither is a heading.
  const { phone } = useParams()
  return <PlainPage title={phone === undefined ? undefined : 'Quiz response'} hour="night" art={quiz} />
}
