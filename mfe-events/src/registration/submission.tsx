import { paths } from '@marram/api-contract/paths'
import { OWN_WORK } from '@marram/api-contract/submissions'
import { Link, type LoaderFunctionArgs, useLoaderData } from '@marram/sdk/router'
import { unlessMissing } from '@marram/ui/unless-failed'
import { loader as loadForm, RegistrationForm } from './registration'

/** Null on a host that takes no work by a form. */
export const loader = (args: LoaderFunctionArgs) => unlessMissing(loadForm({ ...args, params: { id: OWN_WORK } }))

export function Component() {
  const loaded = useLoaderData<typeof loader>()
  return <RegistrationForm id={OWN_WORK} form={loaded?.form ?? notOpen} notOpen={!loaded && intro} />
}

const intro = (
  <>
    This form is not open yet, with or without an account: nothing that you enter is sent. What we are asking for now is
    on the page <Link to={paths.submissions()}>Submissions</Link>.
  </>
)

/** The ten inputs of a form that is not open yet: the same for everybody, from no server. */
const questions = [
  { data_label: 'Full name', example: 'Rosalind Okafor' },
  { data_label: 'Town or village', example: 'Lower Fenwick' },
  { data_label: 'Phone number', example: '020 7946 0112' },
  { data_label: 'E-mail address', example: 'name@example.org' },
  { data_label: 'Title of your work', example: 'Where the water stood' },
  { data_label: 'What is it?', example: 'A letter, a recording, a set of photographs' },
  { data_label: 'Where was it made?', example: 'On the outer marsh, at low water' },
  { data_label: 'When was it made?', example: 'April 2026' },
  { data_label: 'Who else took part?', example: 'Two neighbours and a dog' },
  { data_label: 'Where can we see it?', example: 'https://' },
]
const notOpen = {
  form_name: 'Submit your work',
  submission_form: questions.map((question) => ({ ...question, data_type: 'textfield', data_value: null })),
}
